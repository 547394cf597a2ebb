/** Every text of a Lua compile error, in Lua's own words (LUA-21); positions are added by the caller. */
export const messages = {
  near: (text: string, token: string) => `${text} near ${token}`,
  expected: (what: string) => `${what} expected`,
  expectedToClose: (what: string, opener: string, line: number) =>
    `${what} expected (to close ${opener} at line ${line})`,
  parameterExpected: "<name> or '...' expected",
  forExpected: "'=' or 'in' expected",
  argumentsExpected: "function arguments expected",
  unexpectedSymbol: "unexpected symbol",
  syntaxError: "syntax error",
  varargOutside: "cannot use '...' outside a vararg function",
  breakOutside: "break outside loop",
  /** The wording of Lua 5.4, which finds it only at the end of the function. */
  breakOutsideAtLine: (line: number) => `break outside loop at line ${line}`,
  constAssigned: (name: string) => `attempt to assign to const variable '${name}'`,
  notDeclared: (name: string) => `variable '${name}' not declared`,
  globalEnvironment: (name: string) => `_ENV is global when accessing variable '${name}'`,
  unknownAttribute: (name: string) => `unknown attribute '${name}'`,
  multipleClose: "multiple to-be-closed variables in local list",
  globalClose: "global variables cannot be to-be-closed",
  noLabel: (name: string, line: number) => `no visible label '${name}' for <goto> at line ${line}`,
  labelRepeated: (name: string, line: number) => `label '${name}' already defined on line ${line}`,
  jumpIntoScope: (label: string, line: number, variable: string) =>
    `<goto ${label}> at line ${line} jumps into the scope of '${variable}'`,
  /** The wording of Lua 5.4. */
  jumpIntoLocalScope: (label: string, line: number, variable: string) =>
    `<goto ${label}> at line ${line} jumps into the scope of local '${variable}'`,
  tooMany: (what: string, limit: number, place: string) => `too many ${what} (limit is ${limit}) in ${place}`,
  tooDeep: "C stack overflow",
  malformedNumber: "malformed number",
  unfinishedString: "unfinished string",
  unfinishedLong: (what: "string" | "comment", line: number) =>
    `unfinished long ${what} (starting at line ${line})`,
  invalidDelimiter: "invalid long string delimiter",
  invalidEscape: "invalid escape sequence",
  decimalEscape: "decimal escape too large",
  hexadecimalExpected: "hexadecimal digit expected",
  missingOpeningBrace: "missing '{'",
  missingClosingBrace: "missing '}'",
  codePointTooLarge: "UTF-8 value too large",
} as const;

/** The text of `near`: quoted as C prints it, so cut at a zero byte. */
export function quoted(text: string): string {
  const zero = text.indexOf("\0");
  return `'${zero === -1 ? text : text.slice(0, zero)}'`;
}
