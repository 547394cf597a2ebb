import { editDistance } from "../../diagnostics/nearest.ts";
import { allBlocks } from "../../parse/all-blocks.ts";
import type { Context } from "../context.ts";

/** A fence is Lua only when its line is exactly the opening one (FMT-36 to FMT-38); one that is almost that is prose, in silence. */
export function fenceMisspelt(context: Context): void {
  const { source, code } = context.prompt;
  const almost = code.flatMap((start) => {
    const end = lineEnd(source.bytes, start);
    const line = source.bytes.slice(source.lineStart(source.line(start)), end);
    const meant = infoMeant(line);
    return meant === undefined ? [] : [{ span: { start, end }, meant }];
  });
  if (almost.length === 0) return;
  const prose = allBlocks(context.prompt).flatMap((block) => (block.kind === "prose" ? [block.span] : []));
  for (const { span, meant } of almost) {
    if (!prose.some(({ start, end }) => start <= span.start && span.start < end)) continue;
    const message = "this fence is prose: it does not open a Lua block";
    const help = `A Lua block opens with a line that is exactly three backticks and \`${meant}\`, with nothing before or after.`;
    context.report("fence-misspelt", span, { message, help });
  }
}

/** The info string of a Lua fence that the opening line of another has, but for one letter, capitals or spaces. */
function infoMeant(line: string): string | undefined {
  if (EXACT.has(line)) return undefined;
  const [, info] = OPENER.exec(line) ?? [];
  const word = info?.trim().replace(/\s+/g, " ").toLowerCase();
  if (word === undefined || LANGUAGES.has(word)) return undefined;
  const meant = INFO_STRINGS.find((known) => editDistance(word, known) <= 1);
  return meant;
}

const OPENER = /^[ \t]*```([^`]*)$/;

const INFO_STRINGS = ["lua", "lua shared"];

const EXACT: ReadonlySet<string> = new Set(INFO_STRINGS.map((info) => `\`\`\`${info}`));

/** Languages of their own that are one letter away. */
const LANGUAGES: ReadonlySet<string> = new Set(["luau"]);

function lineEnd(bytes: string, from: number): number {
  const end = bytes.indexOf("\n", from);
  return end === -1 ? bytes.length : end;
}
