import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { allBlocks } from "../parse/all-blocks.ts";
import type { Chunk } from "../parse/lua/tree.ts";
import type { LuaRegion, Prompt, Template } from "../parse/prompt.ts";
import type { CheckedPrompt, Used } from "./checked.ts";
import { colours } from "./colour.ts";
import { Context } from "./context.ts";
import { mayHandleErrors } from "./error.ts";
import type { HostNames } from "./host.ts";
import { installer, languageOf } from "./language.ts";
import { mayHaveNumbers } from "./number.ts";
import { findings } from "./rules.ts";
import { scope } from "./scope.ts";
import { type Trace, trace } from "./trace.ts";

/** What `check` gives: the facts, and findings that do not stop the prompt. */
export interface Checked {
  readonly checked: CheckedPrompt;
  readonly diagnostics: readonly Diagnostic[];
}

export type { HostNames } from "./host.ts";

/** Reads off a parsed prompt what lowering needs: scopes, colours, used names. */
export function check(prompt: Prompt, names: HostNames = {}): Checked {
  const regions = luaRegions(prompt);
  const chunks = regions.map((region) => region.chunk);
  const language = languageOf(prompt);
  const traced = trace(chunks, installer(prompt, names));
  const isReplaced = language.isReplaced(prompt);
  const checked: CheckedPrompt = {
    prompt,
    regions,
    colours: colours(traced),
    scopes: new Map<Chunk, ReturnType<typeof scope>>(chunks.map((chunk) => [chunk, scope(chunk)])),
    used: usedNames(traced, language.templates(prompt, readsProse(traced))),
    fixed: new Set([...traced.fixed].filter((name) => !isReplaced(name))),
    computesPlainly: traced.computesPlainly,
    inherits: traced.inherits,
    fixesStrings: traced.fixesStrings,
    closes: traced.closes,
    mayHandleErrors: traced.exhausted || mayHandleErrors(traced.used),
    mayHaveNumbers: traced.exhausted || mayHaveNumbers(chunks, traced.used),
  };
  const context = new Context(prompt, traced, language.words, isReplaced);
  return { checked, diagnostics: findings(context, language.rules) };
}

/** Every fence of the prompt in file order, the shared library first. */
function luaRegions(prompt: Prompt): LuaRegion[] {
  const ofBlocks = allBlocks(prompt).flatMap((block) => (block.kind === "lua" ? [block.region] : []));
  return [...(prompt.shared ? [prompt.shared] : []), ...ofBlocks];
}

function readsProse({ exhausted, used }: Trace): boolean {
  return exhausted || ["prose", "*"].some((name) => used.get("")?.has(name));
}

/** A bare placeholder reads a global, and all of it (SUB-34). */
function usedNames(traced: Trace, prose: readonly Template[]): Used {
  const roots = new Set<string>();
  for (const template of prose) {
    for (const piece of template.pieces) {
      if (piece.kind === "placeholder") roots.add(piece.path.split(".")[0]!);
    }
  }
  return {
    has: (library, field) => {
      const fields = traced.used.get(library);
      if (traced.exhausted || fields?.has(field) || fields?.has("*")) return true;
      return roots.has(library === "" ? field : library);
    },
  };
}
