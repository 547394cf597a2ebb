import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type BuildCache, hashOf } from "./build-cache.ts";
import type { BuildSettings } from "./build-settings.ts";
import type { BuildItem } from "./build-target.ts";
import { readPrompt } from "./read-prompt.ts";
import { count, showDiagnostics } from "./terminal.ts";
import { writeChanged } from "./write-file.ts";

/** What a pass over the prompts did. */
export interface PassResult {
  readonly built: number;
  readonly failed: number;
  /** Prompts that were compiled, and not only found as they had been built. */
  readonly compiled: number;
  /** Files whose bytes changed. */
  readonly written: number;
  /** In the order of the prompts. */
  readonly findings: readonly Findings[];
}

interface Findings {
  readonly path: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything that stays the same from pass to pass. */
export interface BuildContext {
  readonly settings: BuildSettings;
  readonly cache: BuildCache;
  /** See `compilerIdentity`. */
  readonly identity: string;
}

/**
 * Builds the prompts that are not built yet as they are. The findings of all are in the result, old ones too. Throws `WriteError` and
 * `BundleError`.
 */
export async function buildPass(items: readonly BuildItem[], context: BuildContext): Promise<PassResult> {
  const results: ItemResult[] = [];
  for (const item of items) results.push(await buildItem(item, context));
  await context.cache.save();
  const failed = results.filter(({ findings }) => hasError(findings.diagnostics)).length;
  return {
    built: results.length - failed,
    failed,
    compiled: results.filter(({ isCompiled }) => isCompiled).length,
    written: results.reduce((sum, { written }) => sum + written, 0),
    findings: results.map(({ findings }) => findings),
  };
}

/** Shows the findings on stderr and `2 prompts built, 1 failed; 6 files changed` on stdout. */
export function showPass({ built, failed, written, findings }: PassResult): void {
  for (const { diagnostics, ...file } of findings) showDiagnostics(process.stderr, diagnostics, file);
  const rejected = failed === 0 ? "" : `, ${failed} failed`;
  process.stdout.write(`${count(built, "prompt")} built${rejected}; ${count(written, "file")} changed\n`);
}

interface ItemResult {
  readonly isCompiled: boolean;
  readonly written: number;
  readonly findings: Findings;
}

async function buildItem(item: BuildItem, context: BuildContext): Promise<ItemResult> {
  const { settings, cache, identity } = context;
  const { path } = item;
  const read = await readPrompt(path);
  if ("diagnostic" in read)
    return { isCompiled: true, written: 0, findings: { path, text: "", diagnostics: [read.diagnostic] } };
  const { text } = read;
  const key = hashOf(identity, JSON.stringify([settings, item, process.cwd()]), text);
  const known = cache.fresh(path, key);
  if (known !== undefined)
    return { isCompiled: false, written: 0, findings: { path, text, diagnostics: known } };
  // The compiler is loaded when there is something to compile.
  const { buildOutput } = await import("./build-output.ts");
  const { files, diagnostics } = await buildOutput(item, text, settings);
  let written = 0;
  for (const [name, content] of files) if (await writeChanged(name, content)) written++;
  cache.record(path, key, files, diagnostics);
  return { isCompiled: true, written, findings: { path, text, diagnostics } };
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
