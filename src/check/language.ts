import type { Prompt, Template } from "../parse/prompt.ts";
import type { Rule } from "./context.ts";
import type { Flow } from "./flow.ts";
import type { HostNames } from "./host.ts";
import { hostContents } from "./host-value.ts";
import { language as versionZero } from "./version-0.ts";
import { language as versionOne } from "./version-1/language.ts";
import type { Words } from "./words.ts";

/** What checking needs to know of the language of a prompt. */
export interface Language {
  /** Puts what the host supplies into the globals, which the prompt may add to. */
  readonly install: (flow: Flow, prompt: Prompt) => void;
  /** The templates that may be filled at run time; `readsProse` is true when a block may read `prose`. */
  readonly templates: (prompt: Prompt, readsProse: boolean) => readonly Template[];
  /** True for the full name of a library function (`string.sub`) that may mean something else. */
  readonly isReplaced: (prompt: Prompt) => (name: string) => boolean;
  readonly words: Words;
  /** What finds the mistakes of a prompt that runs, in the order of their names. */
  readonly rules: readonly Rule[];
}

/** The language that a prompt is written in. */
export function languageOf({ version }: Prompt): Language {
  return LANGUAGES[version];
}

/** The globals of a prompt in its language, with those that the host of a build adds. */
export function installer(prompt: Prompt, names: HostNames): (flow: Flow) => void {
  return (flow) => {
    languageOf(prompt).install(flow, prompt);
    flow.globals.contents.push(hostContents(names));
  };
}

const LANGUAGES: { readonly [version in Prompt["version"]]: Language } = { 0: versionZero, 1: versionOne };
