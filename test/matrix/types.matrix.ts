import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../shipped/workplace.ts";

it("the packages fit the types of the adapters", async () => {
  const tsc = join(import.meta.dirname, "node_modules/typescript7/bin/tsc");
  const child = spawn(process.execPath, [tsc, "--pretty", "false", "-p", import.meta.dirname], { cwd: root });
  let findings = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      findings += text.toString();
    });
  await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // What belongs to the finding above it is indented. What is wrong elsewhere `npm run check` says.
  const lines = findings.split("\n").filter((line) => /^\S/.test(line));
  expect(lines.filter((line) => !/^(?!test\/matrix\/).+\(\d+,\d+\): error TS/.test(line))).toEqual([]);
});
