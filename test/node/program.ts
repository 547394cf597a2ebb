import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { onTestFinished } from "vitest";
import { scratchFolder } from "./scratch.ts";

/** Builds a program, which may import from `src/node/` as `./…`, and gives its path. It goes when the test ends. */
export function buildProgram(contents: string): string {
  const outfile = join(scratchFolder(), "program.mjs");
  const root = join(import.meta.dirname, "../..");
  buildSync({
    stdin: { contents, resolveDir: join(root, "src/node"), loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    alias: {
      "promptforge-runtime": join(root, "runtime/index.ts"),
      "promptforge-runtime/journal": join(root, "runtime/journal/index.ts"),
    },
  });
  return outfile;
}

/** Starts a built program in a process of its own that ends with the test. */
export function runProgram(path: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

/** Builds a program and starts it. */
export function startProgram(contents: string, ...args: readonly string[]): ChildProcess {
  return runProgram(buildProgram(contents), ...args);
}

/** Kills a program, without any warning, as soon as it has printed that many lines; gives how many it has printed in all. */
export async function killAfter(child: ChildProcess, lines: number): Promise<number> {
  let printed = 0;
  const ended = once(child, "close");
  child.stdout!.on("data", (chunk: Buffer) => {
    printed += chunk.toString().split("\n").length - 1;
    if (printed >= lines) child.kill("SIGKILL");
  });
  await ended;
  return printed;
}
