import fc from "fast-check";

/** Texts that would do harm, or vanish, wherever a text becomes code, a key, markup or a comment by accident. */
export const hostilePieces = [
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "prototype",
  "toString",
  "valueOf",
  "then",
  "`",
  "\u0024{globalThis.harmed = true}",
  "`+(globalThis.harmed=true)+`",
  '"+(globalThis.harmed=true)+"',
  "'+(globalThis.harmed=true)+'",
  "*/ globalThis.harmed = true /*",
  "*/",
  "/*",
  "//",
  "</script>",
  "</SCRIPT >",
  "<script>globalThis.harmed=true</script>",
  "<!--",
  "-->",
  "]]>",
  "?>",
  "\u2028",
  "\u2029",
  "\ufeff",
  "\ud800",
  "\udfff",
  "\udc00\ud800",
  '"',
  "'",
  "\\",
  "\\u0041",
  "\\x41",
  "$&",
  "$1",
  "%s",
  "\u007f",
  "\u0080",
  "\u009b",
  "\u00a0",
  "é",
  "€",
  "😀",
  "await",
  "eval",
  "import",
  "@type {x}",
  "//# sourceMappingURL=data:,x",
  "#!",
  "{{ args }}",
  "{{",
  "}}",
  "~~~",
  "```",
  "---",
  "]]",
  "]=]",
  "\u0001",
  "\u001b[31m",
  "\u200e\u202e",
];

const escapes = ["\n", "\r", "\r\n", "\t", "\v", "\f", "\0"];

/** Hostile pieces and anything else, in a row. */
export const hostileText = fc
  .array(
    fc.oneof(fc.constantFrom(...hostilePieces, ...escapes), fc.string({ unit: "binary", maxLength: 4 })),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.join(""));

/** The same on one line, and without what no text file of a prompt may hold (NUL). */
export const hostileLine = hostileText
  .map((text) => text.replace(/[\n\r\v\f\0\u0085\u2028\u2029]/g, ""))
  .chain((text) => fc.constantFrom(`${text}\u2028x`, `${text}\u2029x`, `${text}x`, `${text}x`));

/** A text as Markdown that means it: each ASCII mark behind a backslash (CommonMark 2.4). */
export function markdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** A text as it is behind UTF-8, in which no lone surrogate exists. */
export function wellFormed(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

/** A text as a YAML scalar in double quotes, every doubtful character escaped; lone surrogates stand for themselves nowhere. */
export function yaml(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) =>
    /[\ud800-\udfff]/.test(c) ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Words that are names in Lua, but keywords, globals or traps in JavaScript, or names that emitted code itself uses. */
export const hostileNames = [
  ..."abstract arguments async await boolean byte case catch char class const continue debugger default delete double".split(
    " ",
  ),
  ..."enum eval export extends final finally float implements import instanceof int interface let long native new".split(
    " ",
  ),
  ..."null of package private protected public short static super switch synchronized this throw throws transient".split(
    " ",
  ),
  ..."try typeof undefined var void volatile with yield NaN Infinity Object Array Function Symbol Math Promise Proxy".split(
    " ",
  ),
  ..."globalThis window self process require module exports global console __proto__ __defineGetter__ constructor".split(
    " ",
  ),
  ..."hasOwnProperty isPrototypeOf prototype toString toLocaleString valueOf length name caller callee then next".split(
    " ",
  ),
  ..."vm globals site entry block fail first list settle index setIndex put callable LuaTable LuaFloat Region Fields".split(
    " ",
  ),
  ..."EMPTY DYNAMIC tail refill pause spend suspending definePrompt prepare deriveArgv installProse get set method fields".split(
    " ",
  ),
  ..."o v m operand v0 v1 arr hash mt s g k values steps environment varargs rest region shape region_1 _ __ _1".split(
    " ",
  ),
];
