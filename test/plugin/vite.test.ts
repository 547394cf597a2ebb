import { once } from "node:events";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { build, createLogger, createServer, createServerModuleRunner, type ViteDevServer } from "vite";
import type { ModuleRunner } from "vite/module-runner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import promptforge from "../../src/plugin/vite.ts";
import { promptOf, root, Workplace } from "../shipped/workplace.ts";

/** Not below `node_modules`, where Vite watches nothing. */
const cache = join(root, "test/plugin/.cache");

interface Held {
  readonly prompt: { readonly name: string; run(input: string): Promise<string> };
}

// A machine under load was seen to miss an edit that follows another at once; what is asserted is the same each time.
describe("the plugin for Vite, in development", { retry: 2 }, () => {
  let place: Workplace;
  let server: ViteDevServer;
  let runner: ModuleRunner;
  const messages: string[] = [];
  const payloads: string[] = [];
  const logger = createLogger("silent");
  logger.error = (message) => messages.push(message);
  logger.warn = logger.error;

  beforeEach(async () => {
    messages.length = 0;
    payloads.length = 0;
    place = await Workplace.make(cache);
    place.write("p.prompt.md", promptOf("return 'one ' .. args"));
    place.write("holder.js", 'import prompt from "./p.prompt.md"; export { prompt };');
    // A watcher misses changes while it is being set up.
    let ready: Promise<unknown> | undefined;
    const configureServer = ({ watcher }: ViteDevServer) => {
      ready = once(watcher, "ready");
    };
    server = await createServer({
      root: place.folder,
      configFile: false,
      appType: "custom",
      customLogger: logger,
      // Misses fewer edits than events of the file system do.
      server: { middlewareMode: true, ws: false, watch: { usePolling: true, interval: 50 } },
      plugins: [promptforge(), { name: "ready", configureServer }],
    });
    await ready;
    const { hot } = server.environments.ssr;
    const send = hot.send.bind(hot) as (payload: { readonly type: string }) => void;
    Object.assign(hot, {
      send: (payload: { readonly type: string }) => {
        if (payload.type !== "custom") payloads.push(payload.type);
        send(payload);
      },
    });
    runner = createServerModuleRunner(server.environments.ssr, {
      hmr: { logger: { debug: () => {}, error: (error) => messages.push(String(error)) } },
    });
  }, 60_000);
  afterEach(async () => {
    await runner.close();
    await server.close();
    place.remove();
  });

  /** Puts a new text in the place of the prompt at once, as editors do. */
  const edit = (text: string) => {
    place.write("new.txt", text);
    renameSync(place.path("new.txt"), place.path("p.prompt.md"));
  };

  it("swaps an edited prompt in place, again and again", async () => {
    const { prompt } = (await runner.import("/holder.js")) as Held;
    expect(await prompt.run("x")).toBe("one x");
    for (const word of ["two", "three"]) {
      edit(promptOf(`return '${word} ' .. args`).replace("name: p", `name: ${word}`));
      await vi.waitFor(async () => expect(await prompt.run("x")).toBe(`${word} x`), { timeout: 20_000 });
      expect(prompt.name).toBe(word);
    }
    expect(payloads).toEqual(["update", "update"]);
    // Who imports it later gets the same prompt.
    place.write("late.js", 'import prompt from "./p.prompt.md"; export { prompt };');
    expect(((await runner.import("/late.js")) as Held).prompt).toBe(prompt);
  });

  it("keeps the last prompt that compiles, and goes on with the next one", async () => {
    const { prompt } = (await runner.import("/holder.js")) as Held;
    edit(promptOf("return 1").replace("name: p", "nam: p"));
    await vi.waitFor(() => expect(messages.join()).toContain("unknown field `nam`"), { timeout: 20_000 });
    expect(await prompt.run("x")).toBe("one x");
    edit(promptOf("return 'mended ' .. args"));
    await vi.waitFor(async () => expect(await prompt.run("x")).toBe("mended x"), { timeout: 20_000 });
    expect(payloads).not.toContain("full-reload");
  });

  it("writes the declaration beside the prompt, and again when an edit changes it", async () => {
    await runner.import("/holder.js");
    expect(place.read("p.prompt.d.md.ts")).toContain("type Args = string");
    edit(promptOf("return 'x'", { head: "args:\n  city:\n    type: string\n" }));
    await vi.waitFor(() => expect(place.read("p.prompt.d.md.ts")).toContain("city: string"), {
      timeout: 20_000,
    });
  });

  it("gives the page an error with place and frame", async () => {
    edit(promptOf("return 1").replace("name: p", "nam: p"));
    await expect(server.transformRequest("/p.prompt.md")).rejects.toMatchObject({
      id: place.path("p.prompt.md"),
      loc: { line: 2, column: 1 },
      frame: expect.stringContaining("> 2 | nam: p"),
      message: expect.stringContaining("help: Did you mean `name`?"),
    });
  });

  it("warns with the place", async () => {
    edit(promptOf("return argz"));
    await server.transformRequest("/p.prompt.md");
    expect(stripVTControlCharacters(messages.join())).toMatch(/argz[\s\S]*p\.prompt\.md:12:8/);
  });

  it("does not bundle the runtime first, which would reload the page when it is found", () => {
    expect(server.config.optimizeDeps.exclude).toContain("promptforge-runtime");
  });
});

describe("a package that imports a prompt", () => {
  it("is bundled before it is served, the prompt with it", async () => {
    const place = await Workplace.make(cache);
    place.write(
      "node_modules/acme/package.json",
      '{ "name": "acme", "type": "module", "exports": "./index.js" }',
    );
    place.write("node_modules/acme/index.js", 'export { default } from "./p.prompt.md";');
    place.write("node_modules/acme/p.prompt.md", promptOf("return 'told ' .. args"));
    place.write("main.js", 'import acme from "acme"; export { acme };');
    const server = await createServer({
      root: place.folder,
      configFile: false,
      cacheDir: place.path("cache"),
      logLevel: "silent",
      server: { host: "127.0.0.1", port: 0, watch: null, ws: false },
      optimizeDeps: { include: ["acme"] },
      plugins: [promptforge()],
    });
    try {
      await server.listen();
      const text = async (path: string) => (await fetch(new URL(path, server.resolvedUrls!.local[0]))).text();
      const [, bundled] = /from "([^"]*acme[^"]*)"/.exec(await text("main.js"))!;
      expect(bundled).toContain("/cache/deps/");
      const code = await text(bundled!);
      expect(code).toContain('"told "');
      // Held once, by all that import it.
      expect(code).toMatch(/from "[^"]*promptforge-runtime|from "[^"]*\/runtime\/dist\/internal\.js/);
      expect(code).not.toContain("import.meta.hot");
    } finally {
      await server.close();
      place.remove();
    }
  }, 60_000);

  it.each([
    ["7", { meta: { viteVersion: "7.3.0" } }],
    ["6, whose hook has no context", undefined],
  ])("is so with a Vite that does it with esbuild (%s)", (_, context) => {
    const { config } = promptforge() as unknown as { config(this: object | undefined): object };
    expect(config.call(context)).toMatchObject({
      optimizeDeps: { esbuildOptions: { plugins: [{ name: "promptforge" }] } },
    });
  });
});

it("adds nothing to what Vite builds", async () => {
  const place = await Workplace.make(cache);
  try {
    const input = place.write("p.prompt.md", promptOf("return args"));
    const built = await build({
      root: place.folder,
      configFile: false,
      logLevel: "silent",
      plugins: [promptforge({ declarations: false })],
      build: { write: false, minify: false, lib: { entry: input, formats: ["es"] } },
    });
    const [{ output }] = built as unknown as [{ output: [{ code: string }] }];
    expect(output[0].code).toContain("definePrompt(");
    expect(output[0].code).not.toMatch(/live\$|import\.meta\.hot/);
  } finally {
    place.remove();
  }
});
