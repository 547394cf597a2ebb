import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Workplace } from "../../shipped/workplace.ts";
import { answer, appFolder, breakPrompt, placeOfError, written } from "./app-folder.ts";

const next = join(import.meta.dirname, "../node_modules/next/dist/bin/next");
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

/** One app for all: copying what is installed takes its time. */
let app: Workplace;
beforeAll(async () => {
  app = await appFolder();
});
afterAll(() => app?.remove());

describe.each(["--turbopack", "--webpack"])("next build %s", (bundler) => {
  beforeAll(async () => {
    rmSync(app.path("next/.next"), { recursive: true, force: true });
    rmSync(app.path("greet.prompt.d.md.ts"), { force: true });
    const built = await app.node([next, "build", bundler, "next"]);
    expect(built, written(built)).toMatchObject({ status: 0 });
  });

  it("writes declarations, and maps that lead to the prompt", () => {
    expect(app.read("greet.prompt.d.md.ts")).toContain("name: string");
    expectMaps("next/.next/server");
  });

  it("makes what is served on Node and in the edge runtime, and stacks name the lines of the prompt", async () => {
    await serving(app, "start", async (url) => {
      for (const route of ["answer", "edge"]) expect(await ask(`${url}/${route}`)).toEqual(answer);
      expect(await ask(`${url}/place`)).toMatch(/greet\.prompt\.md:20:\d+/);
    });
  });
});

it("next dev maps the code to the prompt", async () => {
  await serving(app, "dev", async (url) => {
    expect(await ask(`${url}/answer`)).toEqual(answer);
    expectMaps("next/.next/dev/server");
  });
});

describe("a prompt with a mistake", () => {
  beforeAll(() => breakPrompt(app));

  it.each(["--turbopack", "--webpack"])(
    "is shown by next build %s: what is wrong, and where",
    async (bundler) => {
      const built = await app.node([next, "build", bundler, "next"]);
      const text = written(built);
      expect(built.status, text).toBe(1);
      expect(text).toContain("invalid frontmatter: unknown field `nam`");
      expect(text).toMatch(/greet\.prompt\.md:2:1\b/);
      expect(text).toContain("> 2 | nam: greet");
    },
  );
});

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

/** Runs a server of Next for the app on a free port as long as `work` takes. */
async function serving(
  app: Workplace,
  command: "dev" | "start",
  work: (url: string) => Promise<void>,
): Promise<void> {
  // In a process group of its own: `next dev` has the server in a second process.
  const server = spawn(process.execPath, ["--enable-source-maps", next, command, "next", "-p", "0"], {
    cwd: app.folder,
    detached: true,
  });
  try {
    await work(await urlOf(server));
  } finally {
    const ended = new Promise((resolve) => server.on("close", resolve));
    process.kill(-server.pid!);
    await ended;
  }
}

function urlOf(server: ChildProcess): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const read = (part: Buffer) => {
      text += part.toString();
      const url = /Local: +(http:\S+)[\s\S]*Ready/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    };
    server.stdout!.on("data", read);
    server.stderr!.on("data", read);
    server.on("close", () => reject(new Error(text)));
  });
}
