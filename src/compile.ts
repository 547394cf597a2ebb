import { check as checkPrompt, type HostNames } from "./check/check.ts";
import { type Diagnostic, diagnose } from "./diagnostics/diagnostic.ts";
import { lower } from "./lower/lower.ts";
import { parse } from "./parse/parse.ts";
import type { Frontmatter, Prompt } from "./parse/prompt.ts";
import { print, type SourceMap } from "./print/print.ts";
import { sha256 } from "./sha256.ts";
import { Source } from "./source.ts";

/** One prompt file. */
export interface PromptFile {
  /** Used in messages and the source map; nothing is read from it. */
  readonly path: string;
  readonly text: string;
}

export interface CompileOptions {
  /** Build the declaration too, which loads ts-morph. Default false. */
  readonly types?: boolean;
  /** Globals that the host of this build installs beside the language's own. */
  readonly hostNames?: HostNames;
}

export interface Compiled {
  /** The ES module; absent when a diagnostic is an error. */
  readonly code?: string;
  readonly map?: SourceMap;
  /** The TypeScript declaration, when asked for. */
  readonly declaration?: string;
  /** Leads from the declaration to the prompt file, for editors; there with `declaration`. */
  readonly declarationMap?: SourceMap;
  /** What is wrong; only `check` gives hints. */
  readonly diagnostics: readonly Diagnostic[];
  /** The contract keys of the frontmatter. */
  readonly contract?: Frontmatter;
}

/** Compiles a prompt file to an ES module. Never throws for a bad prompt: it says what is wrong in `diagnostics`. Pure. */
export async function compile(file: PromptFile, options: CompileOptions = {}): Promise<Compiled> {
  const source = new Source(file.path, file.text);
  const { prompt, diagnostics } = parse(source);
  if (prompt === undefined) return { diagnostics };
  const emitted = emit(prompt, options, () => sha256(file.text));
  if ("failed" in emitted) return { diagnostics: [...diagnostics, emitted.failed] };
  const { checked, printed } = emitted;
  return {
    ...printed,
    ...(options.types && (await declare(prompt))),
    diagnostics: [
      ...diagnostics,
      ...checked.diagnostics.filter(({ severity }) => severity !== "information"),
    ],
    contract: prompt.frontmatter,
  };
}

/** The findings about a prompt file, errors, warnings and hints, without emitting anything. */
export function check(file: PromptFile, options: CompileOptions = {}): readonly Diagnostic[] {
  const { prompt, diagnostics } = parse(new Source(file.path, file.text));
  if (prompt === undefined) return diagnostics;
  const checked = withinStack(prompt, () => checkPrompt(prompt, options.hostNames));
  return [...diagnostics, ...("failed" in checked ? [checked.failed] : checked.diagnostics)];
}

function emit(prompt: Prompt, options: CompileOptions, hash: () => string) {
  return withinStack(prompt, () => {
    const checked = checkPrompt(prompt, options.hostNames);
    return { checked, printed: print(lower(checked.checked, hash), prompt.source) };
  });
}

/** The later phases walk the tree recursively: a tree too deep for the JavaScript stack is a finding like any other. */
function withinStack<T>(prompt: Prompt, work: () => T): T | { failed: Diagnostic } {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { failed: diagnose(prompt.source, "nesting-too-deep", prompt.titleSpan) };
  }
}

async function declare(prompt: Prompt): Promise<Pick<Compiled, "declaration" | "declarationMap">> {
  const { printDeclaration } = await import("./print/declaration.ts");
  const { code, map } = await printDeclaration(prompt);
  return { declaration: code, declarationMap: map };
}
