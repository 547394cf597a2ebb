import { existsSync } from "node:fs";
import { join } from "node:path";
import typescript from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFiles } from "../../src/cli/init-files.ts";
import { check } from "../../src/index.ts";
import { root } from "../shipped/workplace.ts";
import { page } from "./page.ts";
import { Project } from "./project.ts";

let project: Project;

beforeAll(async () => {
  project = await Project.make();
}, 120_000);
afterAll(() => project?.remove());

const answered = { status: 0, stdout: expect.stringContaining(Project.answer), stderr: "" };
const done = { status: 0, stderr: "" };
/** Lines of shells, without those that install packages or need another runtime. */
const lines = (path: string) =>
  page(path)
    .fences.filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => /^(npx|bunx|node) /.test(line));
const fence = (path: string, wanted: string) => page(path).fences.find(({ file }) => file === wanted)!.text;

/** The fence that is not a file. */
const snippet = (path: string, language: string) =>
  page(path).fences.find((fence) => fence.language === language && fence.file === undefined)!.text;

/** A program that sends a handler a question and prints what it streams. */
const asking = (handler: string) => `
const request = new Request("http://localhost/", { method: "POST", body: JSON.stringify({ question: "Why?" }) });
const response = await ${handler};
const text = await response.text();
console.log([...text.matchAll(/event: delta\\ndata: (.*)/g)].map(([, data]) => JSON.parse(data)).join(""));
`;

describe("getting started", () => {
  it("has lines that work, and a program that answers", async () => {
    project.writeFiles("docs/getting-started.md");
    const [run, checked, program] = lines("docs/getting-started.md");
    expect(await project.shell(run!)).toMatchObject({
      ...done,
      stdout: "Answer in one paragraph: Why is the sky blue?\n",
    });
    expect(await project.shell(checked!)).toEqual({ ...done, stdout: "0 errors, 0 warnings in 1 prompt\n" });
    expect(await project.shell(program!)).toMatchObject(answered);
  });

  it("follows a run", async () => {
    const path = "docs/getting-started.md";
    const first = fence(path, "main.js").replace(/^console.log.*$/m, "");
    expect(await project.run("follow.js", first + snippet(path, "js"))).toMatchObject({
      ...done,
      stdout: Project.answer,
    });
  });
});

describe("bundlers", () => {
  it("Vite builds the page", async () => {
    project.writeFiles("docs/start/vite.md");
    const build = `
      import { build } from "vite";
      await build({ configFile: "vite.config.js", logLevel: "error", build: { outDir: "vite", lib: { entry: "main.js", formats: ["es"], fileName: "main" } } });
      globalThis.location = { href: process.env.MODEL_URL };
      globalThis.document = { body: { append: (text) => process.stdout.write(text) } };
      await import("./vite/main.js");
    `;
    expect(await project.run("vite-page.js", build)).toEqual(answered);
  });

  it.each(["rollup", "rolldown"])("the configuration of %s builds the program", async (name) => {
    project.writeFiles("docs/getting-started.md");
    project.writeFiles("docs/start/rollup.md");
    const build = `
      import { rolldown } from "rolldown";
      import config from "./${name}.config.js";
      const bundle = await rolldown(config);
      await bundle.write(config.output);
      await import("./dist/main.js");
    `;
    expect(await project.run(`${name}.js`, build)).toMatchObject(answered);
  });

  it("esbuild builds the program", async () => {
    project.writeFiles("docs/getting-started.md");
    project.writeFiles("docs/start/esbuild.md");
    // Of packages outside of node_modules, as the runtime is here, esbuild says more.
    const { status, stdout } = await project.shell("node build.js && node dist/main.js");
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${Project.answer}\n` });
  });

  it("the configurations of webpack and Rspack have the plugin", async () => {
    project.writeFiles("docs/start/webpack.md");
    const program = `
      import webpack from "./webpack.config.js";
      import rspack from "./rspack.config.js";
      import loader from "promptforge-esm/loader";
      console.log(typeof webpack.plugins[0].apply, typeof rspack.plugins[0].apply, typeof loader);
    `;
    expect(await project.run("configurations.js", program)).toEqual({
      ...done,
      stdout: "function function function\n",
    });
    expect(snippet("docs/start/webpack.md", "js")).toContain('loader: "promptforge-esm/loader"');
  });

  it("Next's route streams", async () => {
    project.writeFiles("docs/start/next.md");
    project.writePrompt("app/answer");
    const program = `
      import config from "./next.config.mjs";
      import { POST } from "./app/answer/route.js";
      if (typeof config.webpack !== "function" || config.turbopack.rules["*.md"] === undefined) throw new Error("no rules");
    `;
    expect(await project.run("next.js", program + asking("POST(request)"))).toEqual(answered);
  });
});

describe("platforms", () => {
  it("Node serves", async () => {
    project.writeFiles("docs/getting-started.md");
    project.writeFiles("docs/start/node.md");
    const [program, build] = lines("docs/start/node.md");
    expect(await project.shell(program!)).toMatchObject(answered);
    expect(await project.shell(build!)).toMatchObject(done);
    expect(existsSync(project.workplace.path("built/answer.prompt.js"))).toBe(true);
    const serve = `
      import { Server } from "node:http";
      const listening = new Promise((resolve) => {
        const { listen } = Server.prototype;
        Server.prototype.listen = function () { return listen.call(this, 0, "127.0.0.1", () => resolve(this.address().port)); };
      });
      await import("./server.js");
      const response = await fetch(\`http://127.0.0.1:\${await listening}/?question=Why\`);
      console.log([...(await response.text()).matchAll(/event: delta\\ndata: (.*)/g)].map(([, data]) => JSON.parse(data)).join(""));
      process.exit();
    `;
    expect(await project.run("serve.js", serve)).toMatchObject(answered);
  });

  it.each(["deno", "bun"])("%s's handler streams", async (name) => {
    const path = `docs/start/${name}.md`;
    project.writeFiles(path);
    const [build] = lines(path);
    expect(await project.shell(build!)).toMatchObject(done);
    const program = `
      globalThis.Deno = { env: { get: (name) => process.env[name] } };
      const { default: server } = await import("./main.js");
    `;
    expect(await project.run(`${name}.js`, program + asking("server.fetch(request)"))).toEqual(answered);
  });

  it("Deno's settings are JSON", () => {
    expect(JSON.parse(fence("docs/start/deno.md", "deno.json"))).toHaveProperty("imports");
  });

  it("Bun's bundler is given the plugin", async () => {
    project.writeFiles("docs/start/bun.md");
    const program = `
      const semver = { satisfies: () => true };
      globalThis.Bun = { version: "1.4.5", semver, build: ({ plugins: [{ name, setup }] }) => console.log(name, typeof setup) };
      await import("./build.js");
    `;
    expect(await project.run("bun-build.js", program)).toEqual({ ...done, stdout: "promptforge function\n" });
  });

  it("a Worker streams", async () => {
    const path = "docs/start/cloudflare.md";
    project.writeFiles(path);
    const [, command] = /^command = "(.*)"$/m.exec(fence(path, "wrangler.toml"))!;
    expect(await project.shell(command!)).toMatchObject(done);
    const program = `import worker from "./worker.js";${asking("worker.fetch(request, process.env)")}`;
    expect(await project.run("edge.js", program)).toEqual(answered);
  });

  it("Lambda answers and streams", async () => {
    project.writeFiles("docs/start/lambda.md");
    expect(await project.shell("node build.js")).toMatchObject({ status: 0 });
    const event = `{ body: JSON.stringify({ question: "Why?" }) }`;
    const program = `
      import { PassThrough } from "node:stream";
      import { text } from "node:stream/consumers";
      import { handler } from "./dist/handler.mjs";
      console.log(JSON.stringify(await handler(${event}, { getRemainingTimeInMillis: () => 60000 })));
      globalThis.awslambda = { streamifyResponse: (handler) => handler };
      const { handler: stream } = await import("./stream.js");
      const response = new PassThrough();
      const [written] = await Promise.all([text(response), stream(${event}, response)]);
      console.log(written);
    `;
    expect(await project.run("lambda.js", program)).toEqual({
      ...done,
      stdout: `{"statusCode":200,"body":"${Project.answer}"}\n${Project.answer}\n`,
    });
  });
});

describe("TypeScript", () => {
  const path = "docs/start/typescript.md";

  it("checks the program with the settings of the page, word by word", async () => {
    expect(await project.shell("pfc build answer.prompt.md --out built")).toMatchObject(done);
    project.workplace.write("answer.prompt.d.md.ts", project.workplace.read("built/answer.prompt.d.ts"));
    const program = project.workplace.write("typed.ts", `${snippet(path, "ts")}\nexport {};\n`);
    const { options, errors } = typescript.convertCompilerOptionsFromJson(
      JSON.parse(fence(path, "tsconfig.json")).compilerOptions,
      project.workplace.folder,
    );
    expect(errors).toEqual([]);
    const found = typescript.getPreEmitDiagnostics(
      typescript.createProgram([program], {
        ...options,
        noEmit: true,
        types: [],
        allowImportingTsExtensions: true,
        paths: {
          "promptforge-runtime": [join(root, "runtime/index.ts")],
          "promptforge-runtime/echo": [join(root, "runtime/adapters/echo.ts")],
        },
      }),
    );
    const own = found.filter(
      ({ file }) => file === undefined || file.fileName.startsWith(project.workplace.folder),
    );
    expect(own.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n"))).toEqual(
      [],
    );
  });

  it("publishes what is built", async () => {
    const { exports, files } = JSON.parse(fence(path, "package.json"));
    expect(await project.shell(`pfc build answer.prompt.md --out ${files[0]}`)).toMatchObject(done);
    for (const file of Object.values(exports["./answer"] as object))
      expect(existsSync(project.workplace.path(file as string))).toBe(true);
  });
});

describe("editors", () => {
  it("names the files that are written", () => {
    const named = [...page("docs/editors.md").text.matchAll(/^\| `(.*?)` \|/gm)].map(([, name]) => name!);
    const written = [...projectFiles().keys()].filter((name) => !name.endsWith(".prompt.md"));
    expect(named.sort()).toEqual(written.map((name) => name.replace(".promptforge/", "")).sort());
  });

  it("has frontmatter with a comment", () => {
    const text = `---\n${snippet("docs/editors.md", "yaml")}\n---\n\n# P\n`;
    expect(check({ path: "p.prompt.md", text })).toEqual([]);
  });
});
