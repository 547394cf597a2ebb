import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { EdgeVM } from "@edge-runtime/vm";
import { Miniflare } from "miniflare";
import { denoTarget, executable } from "../executable.ts";
import { bundle } from "./bundle.ts";

/** A platform with the handler of `app/handler.js`, ready for requests. */
export interface Platform {
  /** Sends a request to a path. */
  readonly ask: (path: string, signal?: AbortSignal) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Starts the handler on a platform; rejects when the platform is not there. */
export const platforms = {
  workerd: workerd,
  "edge-runtime": edgeRuntime,
  deno: () =>
    serving("deno.js", executable("deno", `@deno/${denoTarget()}`, "deno"), [
      "run",
      "--no-remote",
      "--no-config",
      "--no-prompt",
      "--allow-net=127.0.0.1",
      "--v8-flags=--disallow-code-generation-from-strings",
    ]),
  bun: () =>
    serving("bun.js", executable("bun", `@oven/bun-${process.platform}-${process.arch}`, "bin/bun"), ["run"]),
  node: () => serving("node.js", process.execPath, ["--disallow-code-generation-from-strings"]),
} satisfies { readonly [name: string]: () => Promise<Platform> };

async function workerd(): Promise<Platform> {
  const flare = new Miniflare({
    modules: true,
    script: await bundle("worker.js"),
    compatibilityDate: "2026-04-01",
    // Without it `request.signal` is never aborted, and a run whose client has gone does not learn of it.
    compatibilityFlags: ["enable_request_signal"],
    host: "127.0.0.1",
  });
  return { ...overHttp(await flare.ready), close: () => flare.dispose() };
}

async function edgeRuntime(): Promise<Platform> {
  const vm = new EdgeVM({ initialCode: await bundle("edge-vm.js", "iife") });
  return {
    ask: (path) => vm.dispatchFetch(new URL(path, "http://localhost").href),
    close: async () => undefined,
  };
}

/** A server of its own process, which prints its port. */
async function serving(entry: string, command: string, args: readonly string[]): Promise<Platform> {
  const code = await bundle(entry);
  const folder = cacheFolder();
  const file = join(folder, "server.mjs");
  writeFileSync(file, code);
  const child = spawn(command, [...args, file], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { HOME: folder, PATH: process.env["PATH"], NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  });
  const close = async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...overHttp(new URL(`http://127.0.0.1:${await firstLine(child)}`)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function overHttp(base: URL): Pick<Platform, "ask"> {
  return { ask: (path, signal) => fetch(new URL(path, base), { signal: signal ?? null }) };
}

function cacheFolder(): string {
  const place = join(import.meta.dirname, "../.cache");
  mkdirSync(place, { recursive: true });
  return mkdtempSync(join(place, "edge-"));
}

/** Rejects with all that the process has written when it ends without a line. */
function firstLine(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf("\n");
      if (end !== -1) resolve(text.slice(0, end));
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (code: number | null) => reject(new Error(`it ended with ${code}: ${text}${errors}`)));
  });
}
