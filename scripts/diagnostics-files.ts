import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { globSync } from "tinyglobby";
import { type Code, catalogue } from "../src/diagnostics/catalogue.ts";
import { decodeFile } from "../src/diagnostics/text-file.ts";
import { diagnosticIndex, diagnosticPage, type Example } from "./diagnostics-page.ts";

/** The pages of docs/diagnostics by their file names; the examples are those of fixtures/diagnostics. `root` is the folder of the repository. */
export function diagnosticFiles(root: string): ReadonlyMap<string, string> {
  const pages = (Object.keys(catalogue) as Code[]).map(
    (code) => [`${code}.md`, diagnosticPage(code, examplesOf(code, root))] as const,
  );
  return new Map([["README.md", diagnosticIndex()], ...pages]);
}

function examplesOf(code: Code, root: string): Example[] {
  const paths = globSync(`fixtures/diagnostics/${code}/*.prompt.md`, { cwd: root, absolute: true }).sort();
  return paths.flatMap((path) => {
    const read = decodeFile(path, readFileSync(path));
    return "text" in read ? [{ name: basename(path, ".prompt.md"), text: read.text }] : [];
  });
}
