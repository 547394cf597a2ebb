import { readFile, realpath, stat } from "node:fs/promises";
import { type TransformFailure, transform } from "esbuild";
import { systemCode, systemReason } from "../node/system-reason.ts";

/** A tsconfig.json that cannot be read, or is no JSON with comments; the message says why and where. */
export class BrokenTsconfig extends Error {}

/** What becomes of a project's tsconfig.json; `unclear` is one that the flag cannot be added to by itself. */
export type TsconfigChange =
  | { readonly kind: "present" | "absent" | "unclear" }
  /** `path` is the file itself where tsconfig.json is a link; `text` is what it has to hold. */
  | { readonly kind: "added"; readonly path: string; readonly text: string };

const name = "allowArbitraryExtensions";

/**
 * Adds `"allowArbitraryExtensions": true` to the compiler options in the text of a tsconfig.json, so that TypeScript reads
 * `x.prompt.d.md.ts` for an import of `x.prompt.md`. Nothing else of the text changes, comments, layout and line ends included, and nothing is
 * written. Throws `BrokenTsconfig`.
 */
export async function allowPromptImports(path: string): Promise<TsconfigChange> {
  const text = await textOf(path);
  if (text === undefined) return { kind: "absent" };
  await checkSyntax(path, text);
  const tokens = [...tokensOf(text)];
  const flag = tokens.findIndex((token) => token.depth === 2 && token.text === `"${name}"`);
  if (flag !== -1) return { kind: tokens[flag + 2]?.text === "true" ? "present" : "unclear" };
  const place = insertion(tokens);
  if (place === undefined) return { kind: "unclear" };
  const added = text.includes("\r\n") ? place.text.replaceAll("\n", "\r\n") : place.text;
  return {
    kind: "added",
    path: await realpath(path),
    text: text.slice(0, place.at) + added + text.slice(place.at),
  };
}

/** Undefined where there is no such file. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const status = await stat(path);
    if (status.isFile()) return await readFile(path, "utf8");
    throw new BrokenTsconfig(
      `cannot read \`${path}\`: it is ${status.isDirectory() ? "a directory" : "no file"}`,
    );
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === undefined) throw error;
    throw new BrokenTsconfig(`cannot read \`${path}\`: ${systemReason(error)}`);
  }
}

async function checkSyntax(path: string, text: string): Promise<void> {
  try {
    await transform("", { loader: "ts", tsconfigRaw: text.replace(/^\uFEFF/, ""), logLevel: "silent" });
  } catch (error) {
    const [first] = (error as Partial<TransformFailure>).errors ?? [];
    if (first?.location == null) throw error;
    const { line, column } = first.location;
    throw new BrokenTsconfig(
      `\`${path}\` is left as it is: ${first.text}\n --> ${path}:${line}:${column + 1}`,
    );
  }
}

/** A token of JSON with comments. */
interface Token {
  readonly text: string;
  readonly end: number;
  /** In how many braces and brackets it stands; an opening one stands in itself. */
  readonly depth: number;
}

function* tokensOf(text: string): Generator<Token> {
  let depth = 0;
  for (const match of text.matchAll(/\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|[^\s"/{}[\],:]+|./g)) {
    const [token] = match;
    if (/^(?:\/[/*]|\s)/.test(token)) continue;
    if (/^[{[]$/.test(token)) depth++;
    yield { text: token, end: match.index + token.length, depth };
    if (/^[}\]]$/.test(token)) depth--;
  }
}

/** Behind the brace that opens the compiler options, or the file when it has none; undefined where there is no such brace. */
function insertion(tokens: readonly Token[]): { readonly at: number; readonly text: string } | undefined {
  const key = tokens.findIndex(({ text, depth }) => depth === 1 && text === '"compilerOptions"');
  const opening = key === -1 ? 0 : key + 2;
  const [brace, next] = [tokens[opening], tokens[opening + 1]];
  if (brace?.text !== "{" || next === undefined) return undefined;
  const comma = next.text === "}" ? "" : ",";
  const setting = key === -1 ? `\n  "compilerOptions": { "${name}": true }` : `\n    "${name}": true`;
  return { at: brace.end, text: `${setting}${comma}` };
}
