import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLua } from "../../../src/parse/lua/parse.ts";
import { walk } from "./harness.ts";

const words = (
  "and break do else elseif end false for function goto if in local nil not or repeat return then true until while global const " +
  "close a b _ENV self ( ) { } [ ] ; , . .. ... : :: = == ~= < > <= >= << >> + - * / // % ^ & | ~ # 1 2.5 0x 3x 0xfp1 'a' \"b\" " +
  "'\\q' '\\z [[c]] [=[ -- --[[ ! @ $ \\ \xc3 \0 <const> <close> ::a:: a=1 f() x"
).split(" ");
const dialect = fc.constantFrom("5.5" as const, "5.4" as const);

describe("nothing throws", () => {
  const judge = (source: string, version: "5.5" | "5.4"): void => {
    const result = parseLua(source, "soup", { dialect: version });
    if ("error" in result) {
      const { text, line, start, end } = result.error;
      expect(text).not.toBe("");
      expect(line).toBeGreaterThanOrEqual(1);
      expect(line).toBeLessThanOrEqual(source.split("\n").length);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(source.length);
      return;
    }
    for (const { node } of walk(result.chunk)) {
      expect(node["start"]).toBeLessThanOrEqual(node["end"] as number);
      if (node["kind"] === "Name") {
        expect(source.slice(node["start"] as number, node["end"] as number)).toBe(node["name"]);
      }
    }
  };

  test("for a soup of tokens", () => {
    const separator = fc.constantFrom(" ", "\n", " ", "");
    const soup = fc.array(fc.tuple(fc.constantFrom(...words), separator), { maxLength: 25 });
    fc.assert(
      fc.property(soup, dialect, (parts, version) => judge(parts.flat().join(""), version)),
      { numRuns: 1000 },
    );
  });

  test("for any bytes", () => {
    const bytes = fc.array(
      fc.integer({ min: 0, max: 255 }).filter((code) => code !== 13),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(bytes, dialect, (codes, version) => judge(String.fromCharCode(...codes), version)),
      { numRuns: 1000 },
    );
  });
});

describe("valid programs", () => {
  type Program = { statement: string; block: string; expression: string; prefix: string };
  const { block } = fc.letrec<Program>((tie) => {
    const name = fc.constantFrom("a", "b", "global", "_ENV");
    const write = (texts: TemplateStringsArray, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
      fc.tuple(...parts).map((values) => texts.reduce((all, text, index) => all + values[index - 1] + text));
    const expression = tie("expression");
    const blockOf = tie("block");
    return {
      prefix: fc.oneof(
        { maxDepth: 3 },
        name,
        write`(${expression})`,
        write`${tie("prefix")}.${name}`,
        write`${tie("prefix")}[ ${expression}]`,
        write`${tie("prefix")}(${expression}, ...)`,
        write`${tie("prefix")}:${name} {${expression}; x = ${expression}}`,
        write`${tie("prefix")} 'text'`,
      ),
      expression: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom("1", "0x.8p1", "nil", "true", "...", "'\\u{7FFFFFFF}\\z\n x'", "[==[\n]]]==]", "{}"),
        tie("prefix"),
        write`${expression} ${fc.constantFrom("+", "..", "^", "and", "==", "~", "//", "<<")} ${expression}`,
        write`${fc.constantFrom("-", "not", "#", "~")} ${expression}`,
        write`function(${name}, ...t) ${blockOf} end`,
      ),
      statement: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(";", "--[[ c ]]", "-- c\n", "::label::", "global *", "f(...)"),
        write`local ${name} <const>, c = ${expression}`,
        write`local <close> ${name} = ${expression}`,
        write`local function f(${name}, ...) ${blockOf} end`,
        write`a.b, (${expression}).c = ${expression}`,
        write`do ${blockOf} end`,
        write`while ${expression} do ${blockOf} break end`,
        write`repeat ${blockOf} until ${expression}`,
        write`if ${expression} then ${blockOf} elseif ${expression} then ${blockOf} else return ${expression}; end`,
        write`for i = ${expression}, ${expression} do ${blockOf} end`,
        write`for k, v in ${expression} do ${blockOf} end`,
        write`function a.b:c(...) ${blockOf} end`,
      ),
      block: fc
        .array(tie("statement"), { maxLength: 4 })
        .map((statements) => `do ${statements.join("\n")} ::label:: end`),
    };
  });

  test("of every form are accepted, and luaparse agrees", () => {
    fc.assert(
      fc.property(block, (source) => {
        const result = parseLua(numbered(source), "valid", { dialect: "5.5" });
        expect("error" in result ? result.error : undefined).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

/** Gives every label a name of its own, since visible ones may not repeat, and a goto to it. */
function numbered(source: string): string {
  let count = 0;
  return source.replaceAll("::label::", () => `::l${++count}:: goto l${count}`);
}
