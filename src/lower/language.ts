import type { CheckedPrompt, Used } from "../check/checked.ts";
import type { Block, LuaRegion, Prompt } from "../parse/prompt.ts";
import type { Expression } from "./es.ts";
import type { RuntimeName } from "./imports.ts";
import type { ModuleContext } from "./module-context.ts";
import type { Walk } from "./section.ts";
import { language as versionZero } from "./version-0.ts";
import { language as versionOne } from "./version-1/language.ts";

/** What lowering needs to know of the language of a prompt. */
export interface Language {
  /** The H1 pass and the main walk. */
  readonly walk: RuntimeName;
  /** True when there is an H1 pass to emit. */
  readonly hasH1Pass: (prompt: Prompt) => boolean;
  /** True when tasks or arms may be started. */
  readonly startsTasks: (used: Used) => boolean;
  /** What runs a block, as steps of a `??` that ends the section; nothing for a block that does nothing. */
  readonly lowerBlock: (walk: Walk, block: Block, blocks: readonly Block[]) => readonly Expression[];
  /** What is done when an entry is set up; undefined when that is nothing. */
  readonly lowerShared: (walk: Walk, shared: LuaRegion | undefined) => Expression | undefined;
  /** The properties that link the parts of the runtime that the prompt needs. */
  readonly link: (module: ModuleContext, checked: CheckedPrompt) => [string, Expression][];
  /** True where the turns of loops and the calls of a section VM are limited, so that each must be counted by itself (V1-75). */
  readonly countsSteps: boolean;
  /** True when a run may ask its host for anything, whose answers a journal can keep. */
  readonly asksHost: (checked: CheckedPrompt) => boolean;
}

/** The language that a prompt is written in. */
export function languageOf({ version }: Prompt): Language {
  return LANGUAGES[version];
}

const LANGUAGES: { readonly [version in Prompt["version"]]: Language } = { 0: versionZero, 1: versionOne };
