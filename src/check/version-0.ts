import { allBlocks } from "../parse/all-blocks.ts";
import type { Prompt } from "../parse/prompt.ts";
import { type HostNames, host } from "./host.ts";
import { hostContents } from "./host-value.ts";
import type { Language } from "./language.ts";
import { rulesOfBoth, rulesOfVersionZero } from "./rules.ts";
import { replacements, type Words } from "./words.ts";

const words: Words = {
  headingFunctions: ["jump", "call", "fanout", "list_from_section", "tasks.spawn"],
  armsReachFurther: false,
  textRoots: ["args", "item"],
  placeholders: "`args`, `argv.…`, `item`, `var.…`, `sys.…` or a global of the section",
  itemFunctions: ["fanout", "tasks.spawn"],
  sysFields: ["when", "id", "taskid", "section_name", "execution", "section_count", "index", "model"],
  replacements: {
    ...replacements,
    execute: "Version 0 has `call(heading, input?)`.",
    reply: "Version 0 sends no prose by itself: `models.infer(text)` gives the answer.",
  },
};

/** Version 0: tools and roles are declared in the frontmatter, and prose is filled where a block reads it. */
export const language: Language = {
  install: ({ globals }, prompt) => {
    globals.contents.push(hostGlobals, hostContents(declaredNames(prompt)));
  },
  templates: (prompt, readsProse) =>
    readsProse ? allBlocks(prompt).flatMap((block) => (block.kind === "lua" ? [block.prose] : [])) : [],
  isReplaced: () => () => false,
  words,
  rules: [...rulesOfBoth, ...rulesOfVersionZero],
};

const hostGlobals = hostContents(host);

/** The globals of tool slots and model roles; none takes the name of another global (FMT-27). */
function declaredNames({ frontmatter: { tools, models } }: Prompt): HostNames {
  const names = [...tools.map(({ alias }) => alias), ...models.map(({ label }) => label)];
  return Object.fromEntries(names.map((name) => [name, "data"]));
}
