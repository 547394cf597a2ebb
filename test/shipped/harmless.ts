import { expect } from "vitest";
import type { Prompt } from "../../runtime/index.ts";
import { compile } from "../../src/index.ts";
import type { Workplace } from "./workplace.ts";

/** What no script may hold: ends and comments of HTML, line separators, lone surrogates, characters that nobody sees. */
const harmful = /<\/script|<!--|-->|[\u2028\u2029\ufeff]|(?!\n)\p{Cc}|\p{Surrogate}/iu;

/** Compiles a prompt, checks that the emitted code is harmless as text, and imports it. */
export async function importHarmless(
  workplace: Workplace,
  text: string,
  path = "x.prompt.md",
): Promise<Prompt<string>> {
  const { code, diagnostics } = await compile({ path, text });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(harmful.exec(code!)).toBeNull();
  const name = `module-${modules++}.mjs`;
  workplace.write(name, code!);
  return workplace.load(name);
}

let modules = 0;

/** Nothing of a prompt's text has run as code, and no prototype has changed. */
export function expectUnharmed(): void {
  expect("harmed" in globalThis).toBe(false);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}
