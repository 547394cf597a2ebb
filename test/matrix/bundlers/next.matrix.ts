import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Workplace } from "../../shipped/workplace.ts";
import { answer, appFolder, breakPrompt, placeOfError, written } from "./app-folder.ts";

const next = join(import.meta.dirname, "../node_modules/next/dist/bin/next");
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

describe("Next", () => {
  let app: Workplace;
  beforeEach(async () => {
    app = await appFolder();
  });
  afterEach(() => app.remove());

  it("builds the app with Turbopack and serves it, on Node and in the edge runtime", async () => {
    const built = await app.node([next, "build", "next"]);
    expect(built, written(built)).toMatchObject({ status: 0 });
    await serving(app, "start", async (url) => {
      for (const route of ["answer", "edge"])
        expect(await (await fetch(`${url}/${route}`)).json()).toEqual(answer);
    });
    expect(app.read("greet.prompt.d.md.ts")).toContain("name: string");
  }, 300_000);

  // Next 16 does not pass the maps of loaders on when it builds; the stacks of prompts need none.
  it("maps the code to the prompt in development", async () => {
    await serving(app, "dev", async (url) => {
      expect(await (await fetch(`${url}/answer`)).json()).toEqual(answer);
      const places = chunks(app).map((path) => placeOfError(app.read(path), app.read(`${path}.map`)));
      expect(places).toEqual([{ source: "greet.prompt.md", line: 18 }]);
    });
  }, 300_000);

  it.each(["--turbopack", "--webpack"])(
    "shows what is wrong with a prompt, and where (%s)",
    async (bundler) => {
      breakPrompt(app);
      const built = await app.node([next, "build", bundler, "next"]);
      const text = written(built);
      expect(built.status, text).toBe(1);
      expect(text).toContain("invalid frontmatter: unknown field `nam`");
      expect(text).toMatch(/greet\.prompt\.md:2:1\b/);
      expect(text).toContain("> 2 | nam: greet");
    },
    300_000,
  );
});

/** The chunks of the development server that hold the Lua of the app. */
function chunks(app: Workplace): string[] {
  const folder = "next/.next/dev/server";
  return readdirSync(app.path(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => `${folder}/${file}`)
    .filter((path) => app.read(path).includes('"there is nobody to greet"'));
}

/** Runs a server of Next for the app on a free port as long as `work` takes. */
async function serving(
  app: Workplace,
  command: "dev" | "start",
  work: (url: string) => Promise<void>,
): Promise<void> {
  // In a process group of its own: `next dev` has the server in a second process.
  const server = spawn(process.execPath, [next, command, "next", "-p", "0"], {
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
