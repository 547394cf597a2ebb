// Builds both packages: `node scripts/build.mjs` writes what runs; `--types` adds the declarations and checks the types.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
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
async function buildRuntime() {
  const folder = join(root, "runtime");
  const dist = join(folder, "dist");
  const stamp = join(cache, "runtime.stamp");
  const sources = (await files(folder)).filter((path) => path.endsWith(".ts") && !path.startsWith(dist));
  if (
    existsSync(dist) &&
    (await newest([...sources, join(folder, "package.json")])) < (await modified(stamp))
  )
    return;
  const started = new Date();
  const { build: bundle } = await import("esbuild");
  const result = await bundle({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(runtimeEntries(folder).map((name) => [name, join(folder, `${name}.ts`)])),
    outdir: dist,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    // Fields are assigned, not defined: no declaration repeats the name of what the constructor sets.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    legalComments: "none",
    write: false,
    logLevel: "error",
  });
  const written = new Set(result.outputFiles.map((file) => file.path));
  await Promise.all(result.outputFiles.map((file) => writeChanged(file.path, file.contents)));
  const stale = (await files(dist)).filter((path) => path.endsWith(".js") && !written.has(path));
  await Promise.all(stale.map((path) => rm(path, { force: true })));
  await touch(stamp, started);
}

/** The compiler: each file by itself, as TypeScript writes it. Types are not looked at here. */
async function buildCompiler() {
  const source = join(root, "src");
  const dist = join(root, "dist");
  const sources = (await files(source)).filter((path) => path.endsWith(".ts"));
  const outputs = new Map(sources.map((path) => [outputPath(path, source, dist), path]));
  const settings = await modified(join(root, "tsconfig.json"));
  const stale = [];
  for (const [output, path] of outputs) {
    if (Math.max(await modified(path), settings) >= (await modified(output))) stale.push([output, path]);
  }
  const orphans = (await files(dist)).filter((path) => path.endsWith(".js") && !outputs.has(path));
  await Promise.all(orphans.map((path) => rm(path, { force: true })));
  if (stale.length === 0) return;
  const { default: typescript } = await import("typescript");
  const { config } = typescript.readConfigFile(join(root, "tsconfig.json"), (path) =>
    readFileSync(path, "utf8"),
  );
  const { options } = typescript.convertCompilerOptionsFromJson(
    // One file alone cannot tell from package.json that it is a module.
    { ...config.compilerOptions, declaration: false, module: "esnext", moduleResolution: "bundler" },
    root,
  );
  for (const [output, path] of stale) {
    const text = await readFile(path, "utf8");
    const { outputText } = typescript.transpileModule(text, { fileName: path, compilerOptions: options });
    await mkdir(dirname(output), { recursive: true });
    await replace(output, outputText);
    if (outputText.startsWith("#!")) await chmod(output, 0o755);
  }
}

function outputPath(path, source, dist) {
  return join(dist, relative(source, path)).replace(/\.ts$/, ".js");
}

/** `./dist/index.js` of an export names the source `index.ts`. */
function runtimeEntries(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const targets = Object.values(exports).map((target) => target.default ?? target);
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
