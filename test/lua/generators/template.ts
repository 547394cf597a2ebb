import fc from "fast-check";

/** A part of a program: fixed text, or a choice of texts. */
export type Part = string | number | fc.Arbitrary<string>;

/** A template whose parts are chosen: lua`print(${number} + ${number})`. */
export function lua(texts: TemplateStringsArray, ...parts: readonly Part[]): fc.Arbitrary<string> {
  const choices = parts.map((part) => (typeof part === "object" ? part : fc.constant(String(part))));
  return fc
    .tuple(...choices)
    .map((chosen) => texts.slice(1).reduce((all, text, place) => all + chosen[place] + text, texts[0]!));
}

/** Some of a list, joined. */
export function several(
  part: fc.Arbitrary<string>,
  { min = 1, max, by = "" }: { min?: number; max: number; by?: string },
): fc.Arbitrary<string> {
  return fc.array(part, { minLength: min, maxLength: max }).map((parts) => parts.join(by));
}

/** One of some texts. */
export function one(...texts: readonly (string | number)[]): fc.Arbitrary<string> {
  return fc.constantFrom(...texts.map(String));
}

/** One of some choices. */
export function either(...choices: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.oneof(...choices);
}

/** The value of an expression, or the error that it raises. */
export function guarded(expression: Part): fc.Arbitrary<string> {
  return lua`print(pcall(function() return ${expression} end))`;
}

/** Lines of a program: as many as it takes, each one of some choices. */
export function lines(statement: fc.Arbitrary<string>, max: number): fc.Arbitrary<string> {
  return several(statement, { max, by: "\n" });
}

/** A byte string as a Lua literal. */
export function quote(bytes: string): string {
  const escaped = bytes.replaceAll(
    /[^ !#-[\]-~]/g,
    (byte) => `\\${byte.charCodeAt(0).toString().padStart(3, "0")}`,
  );
  return `"${escaped}"`;
}
