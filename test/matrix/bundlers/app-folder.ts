import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { FlattenMap, originalPositionFor } from "@jridgewell/trace-mapping";
import { type Ended, root, Workplace } from "../../shipped/workplace.ts";

/** What `answer.js` of the app gives. */
export interface Answer {
  readonly greeting: string;
  readonly again: string;
  readonly note: string;
  readonly noted: string;
  readonly stack: string;
}

export const answer: Answer = {
  greeting: "Hello, Ada! You have 3 letters.",
  again: "Hello, Ada! You have 3 letters.",
  note: "noted: x",
  noted: "noted: y",
  stack: [
    'PromptError [Lua]: section `Say` epilog:18: [string "section `Say` epilog"]:18: there is nobody to greet',
    "    at section 'Say' (greet.prompt.md:18)",
  ].join("\n"),
};

/** The same small app for every bundler, with both packages installed as npm installs them: copied. */
export async function appFolder(): Promise<Workplace> {
  const app = await Workplace.make(join(import.meta.dirname, "../.cache"));
  cpSync(join(import.meta.dirname, "app"), app.folder, { recursive: true });
  for (const [name, folder] of Object.entries({
    "promptforge-esm": root,
    "promptforge-runtime": join(root, "runtime"),
  })) {
    for (const part of ["package.json", "dist"])
      cpSync(join(folder, part), app.path(`node_modules/${name}/${part}`), { recursive: true });
  }
  return app;
}

/** Misspells a key in the second line of `greet.prompt.md`. */
export function breakPrompt(app: Workplace): void {
  const path = app.path("greet.prompt.md");
  writeFileSync(path, readFileSync(path, "utf8").replace("name: greet", "nam: greet"));
}

/** What a process has written, without colours. */
export function written({ stdout, stderr }: Ended): string {
  return stripVTControlCharacters(`${stdout}${stderr}`);
}

/** Where the call of `error` in the app's Lua comes from, by the map of what was bundled. */
export function placeOfError(code: string, map: string): { source: string; line: number | null } {
  const before = code.slice(0, code.indexOf('"there is nobody to greet"')).split("\n");
  const position = { line: before.length, column: before.at(-1)!.length };
  const { source, line } = originalPositionFor(new FlattenMap(map), position);
  return { source: source?.replace(/^.*\//, "") ?? "", line };
}
