import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ended, Workplace } from "../../shipped/workplace.ts";
import { answer, appFolder, breakPrompt, placeOfError, written } from "./app-folder.ts";

const next = join(import.meta.dirname, "../node_modules/next/dist/bin/next");
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

/** One app for all: copying what is installed takes its time. */
let app: Workplace;
beforeAll(async () => {
  app = await appFolder();
});
afterAll(() => app?.remove());

const builds: readonly [bundler: string, routes: readonly string[]][] = [
  ["--turbopack", ["answer", "edge"]],
  // With webpack Next 16.4 builds no route handler of the edge runtime, whatever it holds.
  ["--webpack", ["answer"]],
];

describe.each(builds)("next build %s", (bundler, routes) => {
  beforeAll(async () => {
    for (const made of ["next/.next", "greet.prompt.d.md.ts"])
      rmSync(app.path(made), { recursive: true, force: true });
    const built = await building(bundler, routes);
    expect(built, written(built)).toMatchObject({ status: 0 });
  });

  it("writes declarations, and maps that lead to the prompt", () => {
    expect(app.read("greet.prompt.d.md.ts")).toContain("name: string");
    expectMaps("next/.next/server");
  });

  it("makes what is served, and the stacks that Next writes name the lines of the prompt", async () => {
    await serving("start", async (url, output) => {
      for (const route of routes) expect(await ask(`${url}/${route}`)).toEqual(answer);
      expect(await ask(`${url}/place`)).toBe(answer.greeting);
      await expect
        .poll(output, { timeout: 20_000 })
        .toMatch(/greets Ada\n(?: +at .*\n)* +at .*greet\.prompt\.md:20:4\)/);
    });
  });
});

it("next dev maps the code to the prompt", async () => {
  await serving("dev", async (url) => {
    expect(await ask(`${url}/answer`)).toEqual(answer);
    expectMaps("next/.next/dev/server");
  });
});

describe("a prompt with a mistake", () => {
  beforeAll(() => breakPrompt(app));

  it.each(builds)(
    "is shown by next build %s: what is wrong, where, and what to write instead",
    async (bundler, routes) => {
      rmSync(app.path("next/.next"), { recursive: true, force: true });
      const built = await building(bundler, routes);
      const text = written(built);
      expect(built.status, text).toBe(1);
      expect(text).toContain("invalid frontmatter: unknown field `nam`");
      expect(text).toMatch(/greet\.prompt\.md:2:1\b/);
      expect(text).toContain("> 2 | nam: greet");
      expect(text).toContain("help: Did you mean `name`?");
      expect(text).not.toMatch(/ at .*promptforge-esm/);
    },
  );
});

/** Builds the app with these of its routes. */
async function building(bundler: string, routes: readonly string[]): Promise<Ended> {
  const isLeftOut = !routes.includes("edge");
  if (isLeftOut) renameSync(app.path("next/app/edge"), app.path("next/edge"));
  try {
    return await app.node([next, "build", bundler, "next"]);
  } finally {
    if (isLeftOut) renameSync(app.path("next/edge"), app.path("next/app/edge"));
  }
}

async function ask(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

/** In each file below a folder that holds the Lua of the app, the call of `error` comes from its line in the prompt. */
function expectMaps(folder: string): void {
  const files = readdirSync(app.path(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => `${folder}/${file}`)
    .filter((path) => app.read(path).includes('"there is nobody to greet"'));
  expect(files).not.toEqual([]);
  for (const path of files) {
    const place = placeOfError(app.read(path), app.read(`${path}.map`));
    expect(place, path).toEqual({ source: "greet.prompt.md", line: 18 });
  }
}

/** Runs a server of Next for the app on a free port as long as `work` takes; `output` gives what it has written, without colours. */
async function serving(
  command: "dev" | "start",
  work: (url: string, output: () => string) => Promise<void>,
): Promise<void> {
  // In a process group of its own: `next dev` has the server in a second process.
  const args = ["--enable-source-maps", next, command, "next", "-p", "0"];
  const server = spawn(process.execPath, args, { cwd: app.folder, detached: true });
  let text = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  const output = () => stripVTControlCharacters(text);
  try {
    await work(await urlOf(server, output), output);
  } finally {
    const ended = new Promise((resolve) => server.on("close", resolve));
    process.kill(-server.pid!);
    await ended;
  }
}

function urlOf(server: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdout!.on("data", () => {
      const url = /Local: +(http:\S+)[\s\S]*Ready/.exec(output())?.[1];
      if (url !== undefined) resolve(url);
    });
    server.on("close", () => reject(new Error(output())));
  });
}
