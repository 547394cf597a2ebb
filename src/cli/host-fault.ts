import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * What a host file threw, for its author: the message and, where it is known, the line of the author's own code that it came from, as
 * `message` and ` --> host.mjs:3:9` below it. Never a stack.
 */
export function hostFault(thrown: unknown): string {
  const place = hostPlace(thrown);
  const text = withoutFolder(messageOf(thrown));
  return place === undefined ? text : `${text}\n  --> ${place}`;
}

/** The same for what importing the file threw. V8 does not tell where a syntax error is: esbuild does. */
export async function importFault(path: string, thrown: unknown): Promise<string> {
  if (!(thrown instanceof SyntaxError)) return hostFault(thrown);
  const [text, line] = await syntaxFault(path);
  return line === undefined ? hostFault(thrown) : `${text}\n  --> ${line}`;
}

/** The innermost line of a stack that belongs to neither package: `host.mjs:3:9`, relative to the working folder. */
export function hostPlace(thrown: unknown): string | undefined {
  const stack = thrown instanceof Error ? String(thrown.stack) : "";
  const own = [
    new URL("..", import.meta.url).href,
    new URL(".", import.meta.resolve("promptforge-runtime")).href,
  ];
  for (const [, url, place] of stack.matchAll(/\(?(file:\/\/[^\n]*?):(\d+(?::\d+)?)\)?$/gm))
    if (!own.some((folder) => url!.startsWith(folder))) return `${shownPath(fileURLToPath(url!))}:${place}`;
  return undefined;
}

/** The message at the end of a chain of causes; undefined for what was no error. */
export function innermost(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; depth < 8 && error instanceof Error && error.cause instanceof Error; depth++)
    error = error.cause;
  if (!(error instanceof Error)) return undefined;
  return withoutFolder(error.message || String((error as NodeJS.ErrnoException).code ?? ""));
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.name === "Error" ? thrown.message : `${thrown.name}: ${thrown.message}`;
}

async function syntaxFault(path: string): Promise<readonly [text?: string, place?: string]> {
  try {
    await build({
      entryPoints: [path],
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      write: false,
      logLevel: "silent",
    });
    return [];
  } catch (error) {
    const [first] = (error as { readonly errors: readonly EsbuildError[] }).errors;
    if (first?.location == null) return [];
    const { file, line, column } = first.location;
    return [first.text, `${file}:${line}:${column + 1}`];
  }
}

interface EsbuildError {
  readonly text: string;
  readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** Paths below the working folder as the user writes them. */
function withoutFolder(text: string): string {
  const folder = process.cwd() + sep;
  return text
    .replace(/ imported from \S+$/, "")
    .replaceAll(`file://${folder}`, "")
    .replaceAll(folder, "");
}

function shownPath(path: string): string {
  return relative(process.cwd(), path);
}
