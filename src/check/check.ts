import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Chunk } from "../parse/lua/tree.ts";
import type { Block, LuaRegion, Prompt, Section, Template } from "../parse/prompt.ts";
import type { CheckedPrompt, Used } from "./checked.ts";
import { colours } from "./colour.ts";
import { mayHandleErrors } from "./error.ts";
import type { HostName } from "./host.ts";
import { mayHaveNumbers } from "./number.ts";
import { scope } from "./scope.ts";
import { type Trace, trace } from "./trace.ts";

/** What `check` gives: the facts, and findings that do not stop the prompt. */
export interface Checked {
  readonly checked: CheckedPrompt;
  readonly diagnostics: readonly Diagnostic[];
}

/** Names that hosts install beside the fixed ones. */
export type HostNames = Readonly<Record<string, HostName>>;

/** Reads off a parsed prompt what lowering needs: scopes, colours, used names. */
export function check(prompt: Prompt, names: HostNames = {}): Checked {
  const regions = luaRegions(prompt);
  const chunks = regions.map((region) => region.chunk);
  const traced = trace(chunks, { ...declaredNames(prompt), ...names });
  const checked: CheckedPrompt = {
    prompt,
    regions,
    colours: colours(traced),
    scopes: new Map<Chunk, ReturnType<typeof scope>>(chunks.map((chunk) => [chunk, scope(chunk)])),
    used: usedNames(traced, templates(prompt)),
    fixed: traced.fixed,
    computesPlainly: traced.computesPlainly,
    fixesStrings: traced.fixesStrings,
    closes: traced.closes,
    mayHandleErrors: traced.exhausted || mayHandleErrors(traced.used),
    mayHaveNumbers: traced.exhausted || mayHaveNumbers(chunks, traced.used),
  };
  return { checked, diagnostics: [] };
}

/** The globals of tool slots and model roles; none takes the name of another global (FMT-27). */
function declaredNames({ frontmatter: { tools, models } }: Prompt): HostNames {
  const names = [...tools.map(({ alias }) => alias), ...models.map(({ label }) => label)];
  return Object.fromEntries(names.map((name) => [name, "data"]));
}

/** Every fence of the prompt in file order, the shared library first. */
function luaRegions(prompt: Prompt): LuaRegion[] {
  const ofBlocks = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => (block.kind === "lua" ? [block.region] : []));
  const ofSections = (sections: readonly Section[]): LuaRegion[] =>
    sections.flatMap((section) => [...ofBlocks(section.blocks), ...ofSections(section.children)]);
  return [...(prompt.shared ? [prompt.shared] : []), ...ofBlocks(prompt.h1), ...ofSections(prompt.sections)];
}

function templates(prompt: Prompt): Template[] {
  const ofBlocks = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => (block.kind === "lua" ? [block.prose] : []));
  const ofSections = (sections: readonly Section[]): Template[] =>
    sections.flatMap((section) => [...ofBlocks(section.blocks), ...ofSections(section.children)]);
  return [...ofBlocks(prompt.h1), ...ofSections(prompt.sections)];
}

/** A bare placeholder reads a global, and all of it (SUB-34). */
function usedNames(traced: Trace, prose: readonly Template[]): Used {
  const roots = new Set<string>();
  const readsProse = traced.exhausted || ["prose", "*"].some((name) => traced.used.get("")?.has(name));
  for (const template of readsProse ? prose : []) {
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
