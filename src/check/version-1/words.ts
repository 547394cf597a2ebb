import { replacements, type Words } from "../words.ts";

export const words: Words = {
  headingFunctions: ["jump", "execute", "fanout", "list_from_section"],
  armsReachFurther: true,
  textRoots: ["args", "reply", "item"],
  placeholders: "`args`, `reply`, `item`, `var.…`, `sys.…` or a global of the section",
  itemFunctions: ["fanout"],
  sysFields: [
    "when",
    "now",
    "id",
    "section_name",
    "execution",
    "section_count",
    "index",
    "model",
    "reply_finish_reason",
  ],
  replacements: {
    ...replacements,
    call: "Version 1 has `execute(heading, input?)`.",
    prose: "Version 1 sends prose to the model by itself; the answer is `reply`.",
    argv: "Version 1 has the text `args` alone.",
    user_input: "Version 1 asks nobody while it runs.",
    tasks: "Version 1 has `fanout` alone.",
    messages: "Version 1 keeps the conversation of a section by itself.",
    compactors: "Version 1 keeps the conversation of a section by itself.",
  },
};
