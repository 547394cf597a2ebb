// `npm run test:matrix [ARGUMENT…]`: installs what is missing here, builds both packages with their types, once for all tests, and runs
// vitest with the arguments.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, buildDeclarations, root } from "../../scripts/build.mjs";

const folder = import.meta.dirname;

/** True when what is installed is what the lockfile names. */
async function isInstalled() {
  const [wanted, found] = await Promise.all(
    ["package-lock.json", "node_modules/.package-lock.json"].map((name) =>
      readFile(join(folder, name), "utf8").then(JSON.parse, () => undefined),
    ),
  );
  if (found === undefined) return false;
  const needed = Object.entries(wanted.packages).filter(([path, { optional }]) => path !== "" && !optional);
  return needed.every(([path, { version }]) => found.packages[path]?.version === version);
}

function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

let status = (await isInstalled()) ? 0 : await run("npm", ["ci", "--prefix", folder]);
if (status === 0) {
  await build();
  if (!(await buildDeclarations())) status = 1;
}
if (status === 0) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--config", join(folder, "vitest.config.ts"), ...process.argv.slice(2)];
  status = await run(process.execPath, [vitest, ...args]);
}
process.exitCode = status;
