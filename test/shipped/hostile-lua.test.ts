import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectUnharmed, importHarmless } from "./harmless.ts";
import { hostileNames, hostileText, wellFormed } from "./hostile-text.ts";
import { promptOf, Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const run = async (lua: string): Promise<string> => (await importHarmless(workplace, promptOf(lua))).run();
const runs = { numRuns: 60 };

/** A text as a Lua literal with as few escapes as there can be. */
function quoted(text: string, quote: '"' | "'"): string {
  const marks = quote === '"' ? /["\\\n\r]/g : /['\\\n\r]/g;
  return `${quote}${text.replace(marks, (c) => (c === "\n" ? "\\n" : c === "\r" ? "\\r" : `\\${c}`))}${quote}`;
}

/** The same with an escape for every byte. */
function escaped(text: string): string {
  return `"${[...Buffer.from(text)].map((byte, at) => (at % 2 === 0 ? `\\${String(byte).padStart(3, "0")}` : `\\x${byte.toString(16).padStart(2, "0")}`)).join("")}"`;
}

/** The same in long brackets, whose content begins after a first line end. */
function bracketed(text: string): string {
  let level = "=";
  while (text.includes(`]${level}`)) level += "=";
  return `[${level}[\n${text}]${level}]`;
}

/** No fence of the file may end inside of a literal, and line ends are one to Lua. */
const text = hostileText.map((given) =>
  wellFormed(given)
    .replace(/\r\n?|\n\r?/g, "\n")
    .replaceAll("```", "'''"),
);

/** Lua words cannot be names. */
const names = hostileNames.filter(
  (name) =>
    !/^(and|break|do|else|elseif|end|false|for|function|global|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)$/.test(
      name,
    ),
);

describe("hostile Lua goes through compile and run unchanged and harmless", () => {
  it("as strings of every kind", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const result = await run(`
local a, b, c, d = ${quoted(value, '"')}, ${quoted(value, "'")}, ${escaped(value)}, ${bracketed(value)}
if a ~= b or a ~= c or a ~= d then return "differs" end
return a`);
        expect(result).toBe(value);
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as comments", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const line = value.replaceAll("\n", " ").replace(/^\[=*\[/, "");
        const long = bracketed(value);
        expect(await run(`-- ${line}\n--${long} return "one" -- ${line}`)).toBe("one");
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as bytes that are no text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 8 }), async (bytes) => {
        const literal = `"${[...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}"`;
        const result = await run(
          `local s = ${literal}\nlocal t = { [s] = #s }\nreturn t[s] .. ":" .. table.concat({ s:byte(1, -1) }, ",")`,
        );
        expect(result).toBe(`${bytes.length}:${bytes.join(",")}`);
      }),
      runs,
    );
  });

  it("as keys of tables, of globals, of var and of the string library", async () => {
    const key = fc.oneof(fc.constantFrom(...names), text);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(key, { minLength: 1, maxLength: 4 }), async (keys) => {
        const literals = keys.map((name) => quoted(name, '"'));
        const result = await run(`
local record = { ${literals.map((name, at) => `[${name}] = ${at}`).join(", ")} }
local list = { ${literals.join(", ")} }
local count = 0
for key, value in pairs(record) do
  if list[value + 1] ~= key then return "wrong key " .. key end
  count = count + 1
end
if count ~= ${keys.length} then return "lost keys: " .. count end
${literals
  .map(
    (name, at) => `
do
  if record[${name}] ~= ${at} then return "own ${at}" end
  if ({})[${name}] ~= nil then return "inherited ${at}" end
  local heir = setmetatable({}, { __index = record })
  if heir[${name}] ~= ${at} then return "heir ${at}" end
  heir[${name}] = "changed"
  if heir[${name}] ~= "changed" or record[${name}] ~= ${at} then return "shared ${at}" end
  local key = table.concat({ ${name} })
  record[key] = nil
  if next({ [key] = 1 }) ~= key then return "next ${at}" end
  if record[${name}] ~= nil then return "kept ${at}" end
  var[${name}] = ${at}
  if var[${name}] ~= ${at} then return "var ${at}" end
  local before = string[${name}]
  string[${name}] = ${at}
  if (""):rep(0)[${name}] ~= ${at} then return "string ${at}" end
  string[${name}] = before
end`,
  )
  .join("\n")}
return "fine"`);
        expect(result).toBe("fine");
      }),
      runs,
    );
    expectUnharmed();
  });

  const identifier = fc.oneof(
    fc.constantFrom(...names),
    fc
      .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/)
      .filter((name) => names.includes(name) || /[_0-9A-Z]/.test(name)),
  );

  /** All that a name can name; `expect` is what each line adds to the result. */
  const uses = (name: string, at: number) => `
do
  local ${name} = ${at}
  ${name} = ${name} + 1
  local function outer(${name}) return function() ${name} = ${name} + 1 return ${name} end end
  local step = outer(10)
  step()
  add(${name}, step())
end
do local ${name} <const> = ${at} add(${name}) end
do local function ${name}(n) if n == 0 then return 0 end return 1 + ${name}(n - 1) end add(${name}(3)) end
do local function tail(${name}, n) if n == 0 then return ${name} end return tail(${name} + 1, n - 1) end add(tail(${at}, 3)) end
for ${name} = 1, 2 do add(${name}) end
for ${name}, value in pairs({ ${name} = 5 }) do add(${name}, value) end
for _, ${name} in ipairs({ 7 }) do add(${name}) end
do
  local t = { ${name} = 1, other = { ${name} = 2 } }
  function t.other.${name}(${name}) return ${name} end
  function t:${name}(other) return self == t and other end
  add(t.other.${name}(3), t:${name}(4))
  t.${name} = nil
  add(t["${name}"])
end
do
  local count = 0
  ::${name}::
  count = count + 1
  if count < 3 then goto ${name} end
  add(count)
end
do
  local function rest(...${name}) return ${name}.n end
  add(rest(1, 2, 3))
end
do local _ENV = { add = add }; ${name} = 8 add(${name}, _ENV.${name}) end`;
  const expected = (name: string, at: number) =>
    [at + 1, 12, at, 3, at + 3, 1, 2, name, 5, 7, 3, 4, "nil", 3, 3, 8, 8].join(" ");

  const collector = `local out = {}
local function add(...)
  for position = 1, select("#", ...) do out[#out + 1] = tostring((select(position, ...))) end
end
local table, select, tostring, pairs, ipairs = table, select, tostring, pairs, ipairs`;
  /** Names that the test itself needs where they are used. */
  const own = new Set([
    "add",
    "out",
    "table",
    "select",
    "tostring",
    "pairs",
    "ipairs",
    "t",
    "step",
    "outer",
    "tail",
    "rest",
    "count",
    "value",
    "other",
    "n",
    "_ENV",
    "self",
    "_",
  ]);

  it("as every known name that means something to JavaScript", async () => {
    const usable = names.filter((name) => !own.has(name));
    const lua = `${collector}\n${usable.map((name, at) => `do (function() ${uses(name, at)} end)() end`).join("\n")}\nreturn table.concat(out, " ")`;
    expect(await run(lua)).toBe(usable.map(expected).join(" "));
    expectUnharmed();
  });

  it("as several names at once, in one scope and in nested ones", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          identifier.filter((name) => !own.has(name)),
          { minLength: 1, maxLength: 5 },
        ),
        async (several) => {
          const declarations = several.map((name, at) => `local ${name} = ${at}`).join("\n");
          const sum = several.join(" + ");
          const lua = `${collector}
${several.map((name, at) => uses(name, at)).join("\n")}
${declarations}
local function inner(${several.join(", ")})
  ${declarations.replaceAll("= ", "= 10 + ")}
  return function() return ${sum} end
end
add(${sum}, inner(${several.map(() => "0").join(", ")})())
return table.concat(out, " ")`;
          const total = several.reduce((before, _, at) => before + at, 0);
          expect(await run(lua)).toBe(
            [...several.map(expected), total, total + 10 * several.length].join(" "),
          );
        },
      ),
      { numRuns: 25 },
    );
    expectUnharmed();
  });

  it("as global names, which leave the globals of JavaScript alone", async () => {
    const usable = names.filter((name) => !own.has(name) && name !== "var" && name !== "next");
    const before = Object.getOwnPropertyNames(globalThis).sort();
    const lua = `${collector}
local _G = _G
for _, name in ipairs({ ${usable.map((name) => `"${name}"`).join(", ")} }) do
  if _G[name] ~= nil then add("known " .. name) end
end
${usable.map((name, at) => `${name} = ${at}\nfunction ${name}_f() return ${name} end\nadd(${name}_f(), _G.${name}, _G["${name}"], _ENV.${name})`).join("\n")}
return table.concat(out, " ")`;
    expect(await run(lua)).toBe(usable.map((_, at) => `${at} ${at} ${at} ${at}`).join(" "));
    expect(Object.getOwnPropertyNames(globalThis).sort()).toEqual(before);
    expectUnharmed();
  });

  it("as names in messages", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names.filter((name) => name !== "var" && name !== "next")),
        async (name) => {
          const attempts = [
            `${name}()`,
            `local ${name} ; ${name}()`,
            `local t = {} ; t.${name}()`,
            `local t = {} ; t:${name}()`,
            `local ${name} = {} ; return ${name} + 1`,
          ];
          const lua = `local out = {}\n${attempts.map((attempt) => `out[#out + 1] = select(2, pcall(function() ${attempt} end)):match("%((.-)%)$")`).join("\n")}\nreturn table.concat(out, ",")`;
          expect(await run(lua)).toBe(
            [
              `global '${name}'`,
              `local '${name}'`,
              `field '${name}'`,
              `method '${name}'`,
              `local '${name}'`,
            ].join(","),
          );
        },
      ),
      runs,
    );
  });
});
