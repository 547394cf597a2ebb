/** The heading above the program; its label in messages follows from it (FMT-40). */
const label = "section `Main` prologue";

const head = `---
name: program
description: A Lua program
promptforge: 0
---

# Program

## Main

\`\`\`lua
`;

/** The lines of the prompt before the first one of the program. */
const offset = head.split("\n").length - 1;

/** A Lua program as the only block of a prompt. A first line that starts with `#` is skipped, as lua does. */
export function wrapProgram(source: string): string {
  return `${head}${source.replace(/^#[^\n]*/, "")}\n\`\`\`\n`;
}

/** True when a line of the program would end the block: only a comment or a long string can hold one. */
export function closesBlock(source: string): boolean {
  return /^```$/m.test(source.replaceAll("\r\n", "\n"));
}

/** True for the report about what the program returned (RET-04): lua takes no notice of that, and nothing else failed. */
export function isReturn(report: string): boolean {
  return /^cannot return an? \w+ as a result$/.test(report);
}

/** A failure report of the run (ERR-50) as the program's own `pcall` would show the error: positions count the program's lines. */
export function programText(report: string): string {
  return rewritten(report, (line) => `${marker}${line}`);
}

/** The Lua compiler's finding (FMT-41) with nothing but the chunk's name and line before it. */
export function syntaxText(message: string): string {
  return message.replace(/^lua compilation error at .*? \(line \d+\): /s, "");
}

/** A failure report of the run (ERR-50) as lua words it: the positions are those of the program's file. */
export function programMessage(report: string, file: string): string {
  return rewritten(report, (line) => `${file}:${line}`);
}

const marker = `[string "${label}"]:`;

function rewritten(report: string, position: (line: number) => string): string {
  const [message] = report.split("\nstack traceback:") as [string];
  const text = message.startsWith(`${label}:`)
    ? message.slice(label.length + 1).replace(/^\d+: /, "")
    : message;
  const [first, ...rest] = text.split(marker) as [string, ...string[]];
  return first + rest.map((part) => part.replace(/^\d+/, (line) => position(Number(line) - offset))).join("");
}

/** The Lua compiler's finding (FMT-41), worded as lua does; lines there count from the program's first. */
export function syntaxMessage(message: string, file: string): string {
  return syntaxText(message).replace(`[string "${label}"]:`, `${file}:`);
}
