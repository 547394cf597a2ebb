// Builds both packages: `node scripts/build.mjs` writes what runs; `--types` adds the declarations and checks the types.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules/.cache/promptforge");

/** Brings both `dist` folders up to date; files whose source is older than their output are left alone. */
export async function build() {
  await Promise.all([buildRuntime(), buildCompiler()]);
}

/** Writes the declarations of the packages; false when the types do not hold (tsc has said why). */
export async function buildDeclarations(projects = ["runtime", "."]) {
  // The compiler's types name the runtime's, so the order matters.
  for (const project of projects) if (!(await emitDeclarations(project))) return false;
  await Promise.all(projects.map(removeOrphans));
  return true;
}

/** Removes the declarations whose sources are gone: they would be packed. */
async function removeOrphans(project) {
  const source = join(root, project === "." ? "src" : project);
  const dist = join(root, project, "dist");
  const declarations = (await files(dist)).filter((path) => path.endsWith(".d.ts"));
  const orphans = declarations.filter(
    (path) => !existsSync(join(source, relative(dist, path).replace(/\.d\.ts$/, ".ts"))),
  );
  await Promise.all(orphans.map((path) => rm(path, { force: true })));
}

/**
 * The runtime: one entry per export of its package.json, shared code in chunks, so that importing two entries in one
 * program gives one engine. Not minified: the bundler of the user does that, and PURE annotations must reach it.
 */
function buildRuntime() {
  const folder = join(root, "runtime");
  return bundlePackage("runtime", folder, folder, {
    entryPoints: Object.fromEntries(entriesOf(folder).map((name) => [name, join(folder, `${name}.ts`)])),
    target: "es2022",
    // Fields are assigned, not defined: no declaration repeats the name of what the constructor sets.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  });
}

/**
 * The compiler: one entry per export and program, shared code in chunks. The libraries that are development dependencies
 * are bundled with it: a process that loads hundreds of small modules starts three times slower. Types are not looked at here.
 */
function buildCompiler() {
  const source = join(root, "src");
  const names = [...entriesOf(root), ...programs];
  const dependencies = Object.keys(manifest(root).dependencies);
  return bundlePackage("compiler", root, source, {
    entryPoints: Object.fromEntries(names.map((name) => [name, join(source, `${name}.ts`)])),
    target: "node20.19",
    mainFields: ["module", "main"],
    external: [...dependencies.flatMap((name) => [name, `${name}/*`]), ...builtinModules, "node:*"],
  });
}

/** What is started and not imported. */
const programs = ["cli/main", "cli/run-worker", "plugin/node-hooks"];

/** Bundles a package into its `dist`, unless its sources are older than the last time. */
async function bundlePackage(name, folder, source, options) {
  const dist = join(folder, "dist");
  const stamp = join(cache, `${name}.stamp`);
  const settings = [
    join(folder, "package.json"),
    join(folder, "tsconfig.json"),
    join(root, "package-lock.json"),
    fileURLToPath(import.meta.url),
  ];
  const sources = (await files(source)).filter((path) => path.endsWith(".ts") && !path.startsWith(dist));
  if (existsSync(dist) && (await newest([...sources, ...settings])) < (await modified(stamp))) return;
  const started = new Date();
  const { build: bundle } = await import("esbuild");
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    outdir: dist,
    // Beside the folders of the entries, so that a path from one of them holds in a chunk as well.
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "error",
    ...options,
  });
  const outputs = outputFiles.map(({ path, contents }) => ({ path, contents }));
  const licenses = await licensesOf(Object.keys(metafile.inputs));
  if (licenses !== "") outputs.push({ path: join(dist, "LICENSES.md"), contents: Buffer.from(licenses) });
  for (const { path, contents } of outputs) {
    await writeChanged(path, contents);
    if (contents[0] === 0x23 && contents[1] === 0x21) await chmod(path, 0o755);
  }
  const written = new Set(outputs.map(({ path }) => path));
  const stale = (await files(dist)).filter((path) => !path.endsWith(".d.ts") && !written.has(path));
  await Promise.all(stale.map((path) => rm(path, { force: true })));
  await touch(stamp, started);
}

/** The licenses of the libraries that are bundled, as their packages give them. */
async function licensesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = [...folders].sort().map((path) => {
    const folder = join(root, path);
    const { name, version, license } = manifest(folder);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `${license}\n` : readFileSync(join(folder, file), "utf8");
    return `## ${name} ${version}\n\n${text.trimEnd()}\n`;
  });
  return texts.length === 0 ? "" : `# Licenses of the bundled libraries\n\n${texts.join("\n")}`;
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** `./dist/index.js` of an export names the source `index.ts`. */
export function entriesOf(folder) {
  const targets = Object.values(manifest(folder).exports).map((target) => target.default ?? target);
  return targets.flatMap((target) => /^\.\/dist\/(.+)\.js$/.exec(target)?.[1] ?? []);
}

function emitDeclarations(project) {
  const info = join(cache, `${project === "." ? "compiler" : project}.tsbuildinfo`);
  const tsc = fileURLToPath(import.meta.resolve("typescript/lib/tsc.js"));
  const args = ["-p", join(root, project, "tsconfig.json"), "--emitDeclarationOnly", "--declaration"];
  const incremental = existsSync(join(root, project, "dist/index.d.ts"))
    ? ["--incremental", "--tsBuildInfoFile", info]
    : [];
  const child = spawn(process.execPath, [tsc, ...args, ...incremental], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code === 0));
  });
}

async function files(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => !path.includes("node_modules", root.length));
}

async function modified(path) {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

async function newest(paths) {
  return Math.max(0, ...(await Promise.all(paths.map(modified))));
}

async function writeChanged(path, contents) {
  const before = await readFile(path).catch(() => undefined);
  if (before?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  await replace(path, contents);
}

// A reader of the old file never sees half of the new one.
async function replace(path, contents) {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, contents);
  await rename(temporary, path);
}

async function touch(path, time) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, time.toISOString());
  await utimes(path, time, time);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await build();
    if (process.argv.includes("--types") && !(await buildDeclarations())) process.exitCode = 1;
  } catch (error) {
    // esbuild has shown its findings itself.
    if (error.errors === undefined) throw error;
    process.exitCode = 1;
  }
}
