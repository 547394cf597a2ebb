import { checkString, optionalPosition, typeError } from "../arguments.ts";
import { first } from "../call.ts";
import { crossing, runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import { made, reserve } from "../memory.ts";
import { isNumber } from "../number.ts";
import { element } from "../table/list.ts";
import { LuaTable } from "../table.ts";
import { basicType } from "../type-name.ts";
import type { LuaFunction, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import type { Pattern } from "./pattern/item.ts";
import type { Match } from "./pattern/match.ts";
import { capture, captures, matchEnd, patternOf, search } from "./pattern/search.ts";

/** `string.gsub(s, pattern, repl, n)`: the text with its first n matches replaced, and how many there were (LIB-13). */
export function stringGsub(vm: VM): LuaFunction {
  return Object.assign(replacing(vm, (text, count) => [text, count]) as LuaFunction, {
    one: replacing(vm, (text) => text),
  });
}

/** Up to so many characters engines copy a text that is made of two. */
const SHORT = 12;

function replacing<Given>(vm: VM, give: (text: string, count: number) => Given) {
  return function gsub(value: Value, sought: Value, replacement: Value, most: Value): Given {
    const text = checkString(vm, value, 1, arguments.length);
    const pattern = patternOf(vm, checkString(vm, sought, 2, arguments.length));
    if (typeof replacement === "string") spend(vm, replacement.length >> 6);
    const replace = replacer(replacement, arguments.length);
    const limit = pattern.anchored ? 1 : Number.POSITIVE_INFINITY;
    const rounds = Math.min(limit, most === undefined ? limit : optionalPosition(most, 0, 4));
    let result = "";
    // Engines link a long text to what is appended, which takes more room than a few characters: those are put together first.
    let tail = "";
    let copied = 0;
    let from = 0;
    let lastEnd = -1;
    let count = 0;
    while (count < rounds && from <= text.length) {
      const match = search(vm, pattern, text, from);
      if (match === null) break;
      const end = matchEnd(match);
      // An empty match right behind the last one does not count.
      if (end === lastEnd) {
        from = end + 1;
        continue;
      }
      count++;
      tail += text.slice(copied, match.index) + replace(vm, pattern, match, replacement);
      if (tail.length > SHORT) {
        result += tail;
        tail = "";
        reserve(vm, result.length);
      }
      from = copied = lastEnd = end;
    }
    if (count === 0) return give(text, 0);
    result += tail + text.slice(copied);
    made(vm, result.length);
    return give(result, count);
  };
}

/** Gives the text that stands for a match. */
type Replacer = (vm: VM, pattern: Pattern, match: Match, replacement: Value) => string;

function replacer(replacement: Value, count: number): Replacer {
  if (typeof replacement === "string") return replacement.includes("%") ? byTemplate : byText;
  if (typeof replacement === "function") return byFunction;
  if (replacement instanceof LuaTable) return byTable;
  if (isNumber(replacement)) return byNumber;
  throw typeError(replacement, 3, "string/function/table", count);
}

function byText(_vm: VM, _pattern: Pattern, _match: Match, replacement: Value): string {
  return replacement as string;
}

function byNumber(vm: VM, _pattern: Pattern, _match: Match, replacement: Value): string {
  return vm.numberText!(replacement)!;
}

function byTemplate(vm: VM, pattern: Pattern, match: Match, replacement: Value): string {
  const template = replacement as string;
  let text = "";
  let copied = 0;
  for (let at = template.indexOf("%"); at >= 0; at = template.indexOf("%", copied)) {
    spend(vm, 1);
    text += template.slice(copied, at) + expand(pattern, match, template[at + 1]);
    copied = at + 2;
  }
  return text + template.slice(copied);
}

/** What `%` and the character behind it stand for. */
function expand(pattern: Pattern, match: Match, character: string | undefined): string {
  if (character === "%") return "%";
  if (character === undefined || character < "0" || character > "9") {
    throw runtimeError("invalid use of '%' in replacement string");
  }
  return String(character === "0" ? match[0] : capture(pattern, match, Number(character)));
}

function byFunction(vm: VM, pattern: Pattern, match: Match, replacement: Value): string {
  const callee = replacement as LuaFunction;
  const given = captures(pattern, match);
  let value: Value;
  try {
    value = first(pattern.captures < 2 ? callee(given as Value) : callee(...(given as Value[])));
  } catch (thrown) {
    throw crossing(vm, thrown, callee);
  }
  return keep(vm, value, match);
}

function byTable(vm: VM, pattern: Pattern, match: Match, replacement: Value): string {
  const table = replacement as LuaTable;
  const key = capture(pattern, match, 1);
  return keep(vm, element(vm, table, key), match);
}

/** The replacement that a function or table gave: nil and false keep the match. */
function keep(vm: VM, value: Value, match: Match): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === false) return match[0] as string;
  const text = vm.numberText?.(value);
  if (text !== undefined) return text;
  throw runtimeError(`invalid replacement value (a ${basicType(value)})`);
}
