import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../shipped/workplace.ts";

it("the packages fit the types of the adapters", async () => {
  const tsc = join(root, "node_modules/typescript/lib/tsc.js");
  const child = spawn(process.execPath, [tsc, "--pretty", "false", "-p", import.meta.dirname], { cwd: root });
  let findings = "";
  child.stdout.on("data", (text: Buffer) => {
    findings += text.toString();
  });
  await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // What is wrong elsewhere `npm run check` says.
  expect(findings.split("\n").filter((line) => line.startsWith("test/matrix/"))).toEqual([]);
}, 300_000);
