import type { Diagnostic, ParseFailure } from "../../src/diagnostics/diagnostic.ts";
import { parse } from "../../src/parse/parse.ts";
import type { Prompt } from "../../src/parse/prompt.ts";
import { Source } from "../../src/source.ts";

/** A prompt file with further frontmatter lines from line 5 on; its body begins right below the closing line. */
export function sample(body: string, keys = ""): string {
  return `---\nname: p\ndescription: d\npromptforge: 0\n${keys}---\n${body}`;
}

/** A sample with these frontmatter lines and the smallest body. */
export function withKeys(keys: string): string {
  return sample("# T\n", keys);
}

/** The prompt of a text that parses. */
export function prompt(text: string): Prompt {
  const result = parse(new Source("p.prompt.md", text));
  if (result.prompt === undefined) throw new Error(result.diagnostics[0]!.message);
  return result.prompt;
}

/** The one diagnostic of a text that does not parse. */
export function diagnostic(text: string): Diagnostic {
  const { prompt, diagnostics } = parse(new Source("p.prompt.md", text));
  if (prompt !== undefined || diagnostics.length !== 1) throw new Error("expected one failure");
  return diagnostics[0]!;
}

/** The parse error record of a text that does not parse. */
export function failure(text: string): ParseFailure {
  return diagnostic(text).failure!;
}

/** Its message. */
export function message(text: string): string {
  return failure(text).message;
}
