import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type ArgsDef, defineCommand } from "citty";
import { compile, type SourceMap } from "../index.ts";
import { checkWords, UsageError } from "./command-line.ts";
import { type PromptFile, promptFiles } from "./prompt-files.ts";
import { readPrompt } from "./read-prompt.ts";
import { count, showDiagnostics } from "./terminal.ts";
import { writeChanged } from "./write-file.ts";

const options = {
  files: {
    type: "positional",
    description: "Prompt files or globs, such as 'prompts/**/*.prompt.md'",
    required: true,
  },
  out: {
    type: "string",
    description: "Folder for the built files; made when missing, never emptied",
    valueHint: "DIR",
  },
  types: {
    type: "boolean",
    default: true,
    description: "Write name.prompt.d.ts",
    negativeDescription: "Write no declarations",
  },
  bundle: { type: "boolean", description: "Write one self-contained module per prompt" },
  minify: { type: "boolean", description: "Minify what --bundle writes" },
} satisfies ArgsDef;

/** `pfc build`: one module, source map and declaration per prompt; status 1 when a prompt does not compile. */
export const buildCommand = defineCommand({
  meta: { name: "build", description: "Compiles prompts to ES modules" },
  args: options,
  async run({ rawArgs, args }) {
    checkWords(rawArgs, options, Number.POSITIVE_INFINITY);
    const { out, types, bundle = false, minify = false } = args;
    if (out === undefined || out === "")
      throw new UsageError("name the folder for the built files: --out DIR");
    if (minify && !bundle) throw new UsageError("--minify needs --bundle");
    const files = await promptFiles(args._);
    const targets = targetsOf(files, out);
    let failed = 0;
    let written = 0;
    for (const { path } of files) {
      const outputs = await outputsOf(path, targets.get(path)!, { types, bundle, minify });
      if (outputs === undefined) failed++;
      for (const [name, text] of outputs ?? []) if (await writeChanged(name, text)) written++;
    }
    const rejected = failed === 0 ? "" : `, ${failed} failed`;
    process.stdout.write(
      `${count(files.length - failed, "prompt")} built${rejected}; ${count(written, "file")} changed\n`,
    );
    return failed === 0 ? 0 : 1;
  },
});

interface Settings {
  readonly types: boolean;
  readonly bundle: boolean;
  readonly minify: boolean;
}

/** The module's path per prompt. Two prompts that would be written to one file are a `UsageError`. */
function targetsOf(files: readonly PromptFile[], out: string): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  const targets = new Map<string, string>();
  for (const { path, place } of files) {
    const target = join(out, `${place.replace(/\.md$/, "")}.js`);
    const other = taken.get(target);
    if (other !== undefined)
      throw new UsageError(`\`${other}\` and \`${path}\` would both be written to \`${target}\``);
    taken.set(target, path);
    targets.set(path, target);
  }
  return targets;
}

/** The files to write for one prompt, by path; undefined when it does not compile. Its diagnostics go to stderr. */
async function outputsOf(
  path: string,
  target: string,
  settings: Settings,
): Promise<[string, string][] | undefined> {
  const read = await readPrompt(path);
  if ("diagnostic" in read) {
    showDiagnostics(process.stderr, [read.diagnostic], { path, text: "" });
    return undefined;
  }
  const compiled = await compile({ path, text: read.text }, { types: settings.types });
  showDiagnostics(process.stderr, compiled.diagnostics, { path, text: read.text });
  if (compiled.code === undefined) return undefined;
  const { code, map } = await finish(compiled.code, compiled.map, { path, target, settings });
  const outputs: [string, string][] = [[target, code]];
  if (map !== undefined)
    outputs.push([`${target}.map`, `${JSON.stringify({ ...map, file: basename(target) })}\n`]);
  if (compiled.declaration !== undefined)
    outputs.push([target.replace(/\.js$/, ".d.ts"), compiled.declaration]);
  return outputs;
}

/** The module as it is written: bundled when asked for, and with a map that finds the prompt from beside the module. */
async function finish(
  code: string,
  map: SourceMap | undefined,
  { path, target, settings }: { path: string; target: string; settings: Settings },
): Promise<{ code: string; map: SourceMap | undefined }> {
  const place = relative(dirname(resolve(target)), resolve(path))
    .split(sep)
    .join("/");
  const module = settings.bundle
    ? await (await import("./bundle.ts")).bundle({ code, map, path, target, minify: settings.minify })
    : { code, map: map && { ...map, sources: [place] } };
  if (module.map === undefined) return module;
  const link = `//# sourceMappingURL=${encodeURIComponent(basename(target))}.map`;
  return { code: `${module.code.trimEnd()}\n${link}\n`, map: module.map };
}
