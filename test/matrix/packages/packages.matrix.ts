import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root, Workplace } from "../../shipped/workplace.ts";

/** A folder outside the repository, with both packages unpacked from what npm packs, and what they declare to need. */
let app: Workplace;

const packages = ["promptforge-esm", "promptforge-runtime"] as const;
const tarball = (name: string) => readdirSync(app.path("packed")).find((file) => file.startsWith(name))!;

beforeAll(async () => {
  app = await Workplace.make(tmpdir());
  cpSync(join(import.meta.dirname, "app"), app.folder, { recursive: true });
  app.write("packed/.keep", "");
  const folders = [root, join(root, "runtime")];
  await npm("pack", "--ignore-scripts", "--pack-destination", "packed", ...folders);
  for (const name of packages) await install(name);
  const built = await pfc("build", "ask.prompt.md", "--out", "built");
  expect(built, built.stderr).toMatchObject({ status: 0 });
});

afterAll(() => app?.remove());

describe("every entry point runs, installed from the packed packages", () => {
  it("imports", async () => {
    const { status, stdout, stderr } = await app.node(["entries.js"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const results = JSON.parse(stdout);
    expect(results).toEqual({
      "promptforge-esm": [true, true],
      "promptforge-esm/node-host": ["function", "function", "function", "function"],
      "promptforge-esm/web": "promptforge/web",
      "promptforge-esm/vite": "promptforge",
      "promptforge-esm/rollup": "promptforge",
      "promptforge-esm/rolldown": "promptforge",
      "promptforge-esm/esbuild": true,
      "promptforge-esm/webpack": "function",
      "promptforge-esm/rspack": "function",
      "promptforge-esm/bun": "function",
      "promptforge-esm/loader": "function",
      "promptforge-esm/next": ["reactStrictMode", "turbopack", "webpack"],
      "promptforge-runtime": "kept",
      "promptforge-runtime/internal": "function",
      "promptforge-runtime/ai-sdk": "from the AI SDK",
      "promptforge-runtime/openai": "from an endpoint",
      "promptforge-runtime/echo": "What is Lua?",
      "promptforge-runtime/scripted": "from a script",
      "promptforge-runtime/streams": ["event: outcome"],
      "promptforge-runtime/journal": true,
      "promptforge-runtime/testing": "from a host",
      "promptforge-runtime/otel": true,
    });
    // `client` is of types alone, and `node` is for `--import`.
    const others = ["promptforge-esm/client", "promptforge-esm/node"];
    expect([...Object.keys(results), ...others].sort()).toEqual(packages.flatMap(entriesOf).sort());
  });

  it("`node --import promptforge-esm/node`", async () => {
    const ran = await app.node(["--import", "promptforge-esm/node", "imported.js"]);
    expect(ran).toEqual({ status: 0, stdout: "What is Node?\n", stderr: "" });
  });

  it("`pfc`", async () => {
    expect(await pfc("run", "ask.prompt.md", "Lua", "--model", "echo")).toMatchObject({
      status: 0,
      stdout: "What is Lua?\n",
    });
  });
});

describe.each(packages)("%s", (name) => {
  it("has no mistake that publint finds", async () => {
    const found = await app.node([tool("publint/src/cli.js"), "run", `packed/${tarball(name)}`, "--strict"]);
    expect(found, found.stdout + found.stderr).toMatchObject({ status: 0 });
  });

  it("has types under every resolution of ES modules", async () => {
    const path = tool("@arethetypeswrong/cli/dist/index.js");
    const found = await app.node([path, "--profile", "esm-only", `packed/${tarball(name)}`]);
    expect(found, found.stdout + found.stderr).toMatchObject({ status: 0 });
  });

  it("packs what is used, with its license, its description and its pages, and nothing else", () => {
    const folder = app.path(`node_modules/${name}`);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    const rest = files.filter((file) => !/^(dist\/.*\.(js|d\.ts)|docs\/.*\.md)$/.test(file));
    const own = name === "promptforge-esm" ? ["CHANGELOG.md", "client.d.ts", "dist/LICENSES.md"] : [];
    expect(rest.sort()).toEqual(["LICENSE", "README.md", ...own, "package.json"].sort());
  });
});

it("promptforge-esm depends on the runtime that is packed beside it", () => {
  const { version } = manifestOf("promptforge-runtime");
  expect(manifestOf("promptforge-esm").dependencies).toMatchObject({ "promptforge-runtime": version });
});

it("promptforge-runtime depends on nothing and imports nothing but itself", async () => {
  expect(Object.keys(manifestOf("promptforge-runtime")).filter((key) => /dependencies/i.test(key))).toEqual(
    [],
  );
  // On the platform `neutral` esbuild finds no module of Node.
  const { metafile } = await bundle({
    entryPoints: entriesOf("promptforge-runtime"),
    absWorkingDir: app.folder,
    bundle: true,
    format: "esm",
    platform: "neutral",
    outdir: "bundled",
    metafile: true,
    write: false,
  });
  const foreign = Object.keys(metafile.inputs).filter(
    (path) => !path.startsWith("node_modules/promptforge-runtime/"),
  );
  expect(foreign).toEqual([]);
});

/** Unpacks a package and links what it depends on: what the root has installed, and nothing else. */
async function install(name: string): Promise<void> {
  const folder = `node_modules/${name}`;
  mkdirSync(app.path(folder), { recursive: true });
  const archive = `packed/${tarball(name)}`;
  const done = await app.execute("tar", ["-xzf", archive, "--strip-components=1", "-C", folder]);
  expect(done, done.stderr).toMatchObject({ status: 0 });
  for (const dependency of Object.keys(manifestOf(name).dependencies ?? {})) {
    if (dependency === "promptforge-runtime") continue;
    const link = app.path(`node_modules/${dependency}`);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", dependency), link);
  }
}

interface Manifest {
  readonly version: string;
  readonly exports: object;
  readonly dependencies?: { readonly [name: string]: string };
}

function manifestOf(name: string): Manifest {
  return JSON.parse(app.read(`node_modules/${name}/package.json`));
}

/** The modules that a package exports. */
function entriesOf(name: string): string[] {
  const { exports } = manifestOf(name);
  const paths = Object.keys(exports).filter((path) => path !== "./package.json");
  return paths.map((path) => name + path.slice(1));
}

function tool(path: string): string {
  return join(import.meta.dirname, "../node_modules", path);
}

function pfc(...args: readonly string[]) {
  return app.node([app.path("node_modules/promptforge-esm/dist/cli/main.js"), ...args]);
}

async function npm(...args: readonly string[]): Promise<void> {
  const path =
    process.env["npm_execpath"] ?? join(process.execPath, "../../lib/node_modules/npm/bin/npm-cli.js");
  const done = await app.node([path, ...args]);
  expect(done, done.stdout + done.stderr).toMatchObject({ status: 0 });
}
