/** A way in which Lua 5.5 in the sandbox differs from the `lua5.4` that the tests compare with. */
export interface Difference {
  readonly rule: string;
  readonly text: string;
  /**
   * Lua that makes the oracle behave like the sandbox; it gets a table with the program's `env`, `text` (what `print` calls for each value)
   * and the `raw` functions.
   */
  readonly patch?: string;
  /** Makes equal what may differ in an output; applied to both. */
  readonly normalise?: (output: string) => string;
  /** True when two outputs, made equal as far as they can be, may still differ. */
  readonly allows?: (expected: string, actual: string) => boolean;
}

/** The known differences by name; each generator says which of them its programs may meet. */
export const differences = {
  addresses: {
    rule: "ENV-06",
    text: "addresses in the text of tables and functions",
    normalise: (output) => output.replaceAll(/: 0x[0-9a-f]{12,}/g, ": 0x"),
  },
  "nan-text": {
    rule: "NUM-03",
    text: "NaN is written without its sign",
    normalise: (output) => output.replaceAll("-nan", "nan"),
  },
  "scope-messages": {
    rule: "LUA-21",
    text: "5.5 reports what it finds out about scopes at the line of the last token that it has used, in words of its own, and takes a call to begin at its parenthesis",
    normalise: (output) =>
      /assign to const|visible label|already defined|jumps into|break outside|to-be-closed|unknown attribute/.test(
        output,
      )
        ? "compile: refused"
        : output.replaceAll(/ \(to close '\(' at line \d+\)/g, ""),
  },
  "loop-variables": {
    rule: "LUA-04",
    text: "5.5 refuses an assignment to a loop variable at its name, before any other fault that 5.4 finds behind it",
    allows: (expected, actual) => expected.startsWith("compile: ") && actual === "compile: refused",
  },
  "pattern-steps": {
    rule: "CAN-01a",
    text: "the steps of a pattern that backtracks count against the limit of a run, while the oracle counts none inside a match",
    allows: (_expected, actual) => actual === "expired",
  },
  "stack-steps": {
    rule: "CAN-01a",
    text: "a call weighs as many steps as its body is long, so that 200,000 of them, which fill the stack, can reach the limit of a run first",
    allows: (expected, actual) => actual === "expired" && expected.includes("stack overflow"),
  },
  "output-steps": {
    rule: "CAN-01a",
    text: "a program without end that prints reaches the limit of a run before it has printed as much as the oracle takes",
    allows: (expected, actual) =>
      actual === "expired" && expected.trimEnd().endsWith("error: too much output"),
  },
  "goto-messages": {
    rule: "LUA-21",
    text: "the words and lines of the compiler about labels and gotos, and which of several faults it meets first",
    normalise: (output) => output.replace(/^compile: .*/s, "compile: refused"),
  },
  "nil-error": {
    rule: "LUA-04",
    text: "an error object nil is replaced by a text",
    normalise: (output) => output.replaceAll("<no error object>", "nil"),
  },
  "statement-lines": {
    rule: "ERR-21",
    text:
      "5.5 reports a call at its parenthesis and not at what is called, a condition of `if` before its `then`, and the `__close` of a variable that a " +
      "break or goto leaves at that statement: no generator breaks lines there",
  },
  "stack-text": {
    rule: "LUA-07",
    text: "real Lua tells its own stack from that of C, and calls more or fewer functions before one is full; past it a handler finds no room",
    normalise: (output) =>
      output.replaceAll(
        /(\[string "[^"]*"\]:\d+: )?(C )?(stack overflow|error in error handling)/g,
        "stack overflow",
      ),
  },
  "remove-argument": {
    rule: "LIB-32",
    text: "the number of the argument that is out of bounds for table.remove",
    normalise: (output) =>
      output.replaceAll(
        /bad argument #1 to '(table\.)?remove' \(position/g,
        "bad argument #2 to '$1remove' (position",
      ),
  },
  "float-text": {
    rule: "NUM-03",
    text: "floats have as many digits as reading back needs; only where a program calls tostring or print, `..` keeps the digits of 5.4",
    patch: `
      local context = ...
      local text, format, find, type, tonumber = context.text, string.format, string.find, math.type, tonumber
      function context.text(value)
        if type(value) ~= "float" or value ~= value then return text(value) end
        local digits = format("%.15g", value)
        if tonumber(digits) ~= value then digits = format("%.17g", value) end
        return find(digits, "^-?%d+$") and digits .. ".0" or digits
      end
      local same = context.text
      function context.env.tostring(...)
        if select("#", ...) == 0 then error("bad argument #1 to 'tostring' (value expected)", 2) end
        if type((...)) == "float" then return same(...) end
        return text(...)
      end`,
  },
  "key-order": {
    rule: "ITER-01",
    text: "pairs and next go through the keys in a fixed order",
    patch: `
      local context = ...
      local raw, sort, type, getmetatable = context.raw, table.sort, type, getmetatable
      local groups = { boolean = 2, number = 3, string = 4 }
      local function group(key)
        if key == math.huge or key == -math.huge then return 5 end
        if type(key) == "string" and not utf8.len(key) then return 5 end
        return groups[type(key)] or 5
      end
      local function before(a, b)
        local left, right = group(a), group(b)
        if left ~= right then return left < right end
        if left == 2 then return not a and b end
        return left < 5 and a < b
      end
      local function border(t)
        local n = 0
        while raw.get(t, n + 1) ~= nil do n = n + 1 end
        return n
      end
      local function keys(t)
        local list, last = {}, border(t)
        for key in raw.next, t do
          if not (math.type(key) == "integer" and key >= 1 and key <= last) then list[#list + 1] = key end
        end
        sort(list, before)
        return list, last
      end
      local function fail(text)
        error(setmetatable({ kind = "lua", message = text }, { __tostring = function(e) return e.message end }), 0)
      end
      function context.env.pairs(t)
        local metatable = debug.getmetatable(t)
        if type(t) ~= "table" then fail("bad argument #1 to 'pairs' (table expected, got " .. type(t) .. ")") end
        local handler = metatable and raw.get(metatable, "__pairs")
        if handler ~= nil then return handler(t) end
        local list, last = keys(t)
        local slot, at = 0, 0
        return function()
          while slot < last do
            slot = slot + 1
            local value = raw.get(t, slot)
            if value ~= nil then return slot, value end
          end
          while at < #list do
            at = at + 1
            local value = raw.get(t, list[at])
            if value ~= nil then return list[at], value end
          end
          return nil, nil
        end, t, nil
      end
      function context.env.next(t, key)
        if type(t) ~= "table" then fail("error converting Lua " .. type(t) .. " to table") end
        local list, last = keys(t)
        local at
        if key == nil then
          if last > 0 then return 1, raw.get(t, 1) end
          at = 1
        elseif math.type(key) == "integer" and key >= 1 and (key <= last or raw.get(t, key) == nil) then
          if key < last then return key + 1, raw.get(t, key + 1) end
          at = 1
        else
          at = 1
          while at <= #list and not (list[at] == key or before(key, list[at])) do at = at + 1 end
          if list[at] == key then at = at + 1 end
        end
        if list[at] == nil then return nil, nil end
        return list[at], raw.get(t, list[at])
      end`,
  },
} satisfies Readonly<Record<string, Difference>>;

export type DifferenceName = keyof typeof differences;

/** An output with the known differences of a generator made equal. */
export function normalise(output: string, names: readonly DifferenceName[]): string {
  return names.reduce((text, name) => (differences[name] as Difference).normalise?.(text) ?? text, output);
}

/** True when two outputs, as \`normalise\` gives them, are the same or may differ. */
export function agree(expected: string, actual: string, names: readonly DifferenceName[]): boolean {
  return (
    expected === actual || names.some((name) => (differences[name] as Difference).allows?.(expected, actual))
  );
}
