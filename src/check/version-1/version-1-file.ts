import { allBlocks } from "../../parse/all-blocks.ts";
import type { MethodCall } from "../../parse/lua/tree.ts";
import type { Prompt, Section } from "../../parse/prompt.ts";
import type { Context } from "../context.ts";
import { partsOf } from "../parts.ts";

/** Says that a file is written in the older language, and what of it version 0 has otherwise (part 12). */
export function versionOneFile(context: Context): void {
  const { prompt } = context;
  const changes = CHANGES.flatMap(([isFound, change]) => (isFound(context) ? [change] : []));
  const help = `In version 0 ${changes.length > 0 ? listed(changes) : "it would run just the same"}.`;
  context.report("version-1-file", prompt.titleSpan, { message: MESSAGE, help });
}

const MESSAGE = "the file is written in version 1 of the language, the older one";

/** What version 0 has otherwise, and how that is seen. */
const CHANGES: readonly (readonly [isFound: (context: Context) => boolean, change: string])[] = [
  [
    ({ prompt }) => sendsProse(prompt),
    "prose is not sent by itself: a block reads `prose` and asks with `models.infer` or `models.loop`",
  ],
  [
    ({ prompt, mentions }) => sendsProse(prompt) && mentions.returns.length === 0,
    "the last answer is no result: a block returns it",
  ],
  [names("reply"), "there is no `reply`: answers are values of Lua, and `var` carries them on"],
  [({ prompt }) => readsReply(prompt), "`{{ reply }}` does not resolve: write `{{ var.name }}`"],
  [calls("execute"), "`execute` is `call`"],
  [infersByHandle, "`handle:infer(text)` is `models.infer(handle, text)`"],
  [
    calls("tools.need"),
    "`tools.need` is a line of `tools:` in the frontmatter, with its capability in `capabilities:`",
  ],
  [
    needsModels,
    "`models.need` and `models.default` with a description are roles under `models:` in the frontmatter",
  ],
  [
    ({ prompt }) => hasNotes(prompt) || someSection(prompt.sections, hasNotes),
    "`---` ends no section: Lua below it is compiled and runs",
  ],
  [
    ({ prompt }) => someSection(prompt.sections, ({ isOffWalk }) => isOffWalk),
    "a section that begins with `---` is not passed by: put it below the section that calls it",
  ],
  [readsSys, "`sys.id` is a text, and there is no `sys.now` or `sys.reply_finish_reason`"],
];

function names(global: string): (context: Context) => boolean {
  return ({ mentions }) => mentions.of(global).length > 0;
}

function readsSys({ mentions }: Context): boolean {
  const fields = ["id", "now", "reply_finish_reason"];
  return mentions.of("sys").length > 0 && fields.some((field) => mentions.strings.has(field));
}

function calls(name: string): (context: Context) => boolean {
  return ({ mentions }) => mentions.callsOf(name).length > 0;
}

function needsModels({ mentions }: Context): boolean {
  return ["models.need", "models.default"].some((name) => mentions.callsOf(name).length > 0);
}

function sendsProse(prompt: Prompt): boolean {
  return allBlocks(prompt).some((block) => block.kind === "prose" && block.text !== "");
}

function readsReply(prompt: Prompt): boolean {
  return allBlocks(prompt).some(
    (block) =>
      block.kind === "prose" &&
      block.sent?.pieces.some((piece) => piece.kind === "placeholder" && piece.path === "reply") === true,
  );
}

function infersByHandle({ rooms }: Context): boolean {
  const naming = rooms.flatMap(({ regions }) => regions.filter(({ source }) => source.includes("infer")));
  return naming.some(({ chunk }) =>
    [...partsOf(chunk)].some((part) => part.kind === "MethodCall" && (part as MethodCall).name === "infer"),
  );
}

function hasNotes(place: Prompt | Section): boolean {
  return place.hasNotes;
}

function someSection(sections: readonly Section[], is: (section: Section) => boolean): boolean {
  return sections.some((section) => is(section) || someSection(section.children, is));
}

function listed(changes: readonly string[]): string {
  return changes.join("; ");
}
