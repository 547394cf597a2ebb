import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { root } from "../shipped/workplace.ts";

/** Types are left out: what an exported function takes and gives has a name that importers may need. */
const WHAT = "files,exports,dependencies,unlisted,unresolved,binaries";

it("no file, no export and no dependency of the repository is unused, and none is missing from its package.json", async () => {
  const knip = join(import.meta.dirname, "node_modules/knip/bin/knip.js");
  const settings = ["-c", "test/matrix/knip.jsonc", "--include", WHAT, "--no-progress", "--no-config-hints"];
  const child = spawn(process.execPath, [knip, ...settings], { cwd: root });
  let findings = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      findings += text.toString();
    });
  const status = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  expect(stripVTControlCharacters(findings)).toBe("");
  expect(status).toBe(0);
});
