import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { edge, number, numeral, shortNumber } from "./numbers.ts";
import { either, lines, lua, one, several } from "./template.ts";

const binary = "+ - * / // % & | ~ << >> == ~= < <= > >=".split(" ");
/** The last digits of other powers are up to the C library. */
const power = one("^ 0", "^ 1", "^ 2", "^ 2.0", "^ -1");
const operator = one(...binary);
const unary = one("-", "~", "not ", "#", "- -", "~~");
const text = numeral.map((spelt) => `"${spelt}"`);
const operand = fc.oneof(
  { weight: 8, arbitrary: number },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: one("nil", "true", "{}") },
);

/** A tree of operators over the variables a, b, c and constants. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    one("a", "b", "c"),
    number,
    text,
    lua`(${tie("expression")} ${one(...binary)} ${tie("expression")})`,
    lua`(${tie("expression")} ${power})`,
    lua`${unary}(${tie("expression")})`,
    lua`(${tie("expression")} ${one("and", "or")} ${tie("expression")})`,
    lua`math.type(${tie("expression")})`,
  ),
}));

const every = [
  ...binary.map((op) => `  print("${op}", pcall(function() return x ${op} y end))`),
  `  print("^", pcall(function() return ("%.11g"):format(x ^ y) end))`,
].join("\n");
/** Two lists of values, each pair under every operator: the operands are variables of a loop. Zero is always among them: it has a sign to lose. */
const matrix = lua`for _, x in ipairs{0, ${several(edge, { max: 2, by: ", " })}} do
  for _, y in ipairs{${several(edge, { max: 3, by: ", " })}} do
${every}
  end
end`;

/** The same where both operands stand in the text. */
const constants = lua`print(pcall(function() return ${operand} ${operator} ${operand} end))`;
const joined = lua`print(pcall(function() return ${either(shortNumber, text, one("nil", "true", "{}"))} .. ${shortNumber} end))`;
const trees = lua`print(pcall(function(a, b, c) return ${expression} end, ${operand}, ${number}, ${number}))`;
const globals = lua`a, b, c = ${operand}, ${number}, ${number} print(pcall(function() return ${expression} end))`;
/** Floats between operands of any kind, in a loop, where several operations are computed in one go. */
const { floats } = fc.letrec<{ floats: string }>((tie) => ({
  floats: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    one("a", "b", "c", "d", "0.5", "2.0", "1", "3"),
    lua`(${tie("floats")} ${one("+", "-", "*", "/")} ${tie("floats")})`,
    lua`${tie("floats")} ${one("+", "-", "*", "/")} ${tie("floats")}`,
  ),
}));
const fused = lua`print(pcall(function(a, b, c) local d = ${number}; local r
  for i = 1, 2 do r = ${floats} / ${floats} + ${floats} end return r end, ${operand}, ${number}, ${operand}))`;
/** Locals that never hold anything but floats: assigned, compared, captured, and used as any other value. */
const float = either(
  one("0.0", "1.0", "-0.0", "0.5", "2.0", "1e300"),
  floats.map((text) => `(${text}) / 2`),
);
const floatStep = one(
  "x = x * y + 0.5",
  "x, y = y, x + 1.5",
  "y = -x",
  "y = y - a",
  "x = (x - y) / b",
  "x = x + i * 0.25",
  "if x < y then x = x + 1.0 else y = y * 2.0 end",
  "print(x, y, x == y, x == i, x ~= 0, x <= i, i > y)",
  "print(x < a)",
  "y = f() + x",
  "x = x * f()",
  "t[x], t[y] = y, x",
  "print(tostring(x), -y, x // 1, y % 2, x ^ 2, math.type(x), #t)",
  "local z = x / 3 x = z + z",
  "do local x = y + 1.0 y = x end",
);
const locals = lua`print(pcall(function(a, b) local c, d, t = a, b, {} local x, y = ${float}, ${float}
  local function f() x = x * 0.5 return y end
  for i = 1, 3 do ${floatStep} ${floatStep} ${floatStep} end
  return x, y, f(), t[x], t[y] end, ${operand}, ${operand}))`;
/** Locals that begin as integers and are given floats then: whether anything tells is what the steps differ in. */
const startStep = one(
  "x, y = x * x - y * y + c, 2 * x * y + d",
  "x = x + i * 0.25",
  "y = y / 3",
  "if x * x + y * y < 4 then n = n + 1 end",
  "print(x == y, x ~= 0, x <= 3, 2 > y, x * y >= c)",
  "x = (y - x) * 0.5",
  "y = x * y + c",
  "y = x * 0.0",
  "print(x / y, y / x, 1 / x, x ^ 2, y ^ -1)",
  "print((x - y) * c, (x * y) / 1, d - x * 3 * y, 1 / (x * 3 * y + d))",
  "print(1 / ((x - y) * 0.0), (x - y - 3) / 1, (x * x * y * y * x) / 3)",
  "f()",
  "x = 3",
  "do local x = 7 x = x + d y = x + 1.5 end",
);
const shownStep = one(
  "print(x)",
  "y = x",
  "x = x * y",
  "print(-x * c)",
  "print((x - 3) * y / 1)",
  "local z = x * y print(z / 2)",
  "print(x // 1, y % 2)",
  "t[1] = x",
  "print(x * i / 1)",
  "print(x < a)",
);
const start = one("0", "0", "1", "3", "1000", "1001", "-1", "0.0");
const starts = lua`print(pcall(function(a, b) local c, d, n, t = ${float}, a / 4, 0, {} local x, y = ${start}, ${start}
  local function f() y = y * 0.5 end
  for i = 1, ${one("0", "1", "4")} do ${startStep} ${startStep} ${startStep} ${either(startStep, startStep, startStep, shownStep)} end
  return x / 3, y + 0.5, n, t[1] ${one("", "", "", ", x", ", y")} end, ${operand}, ${operand}))`;
/** Of large integers only the low bits are kept: random numbers and hashes, over operands of any kind. */
const count = one("1", "13", "c", "32 - c", "31", "0", "33 - c", "a");
const { bits } = fc.letrec<{ bits: string }>((tie) => ({
  bits: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    either(
      one(
        "a",
        "b",
        "c",
        "i",
        "1103515245",
        "12345",
        "0x9E3779B97F4A7C15",
        "7",
        "-1",
        "999999937",
        "-123456789",
      ),
      number,
    ),
    lua`(${tie("bits")} ${one("+", "-", "*", "*", "&", "|", "~")} ${tie("bits")})`,
    lua`${one("-", "~")}(${tie("bits")})`,
    lua`(${tie("bits")} ${one("<<", ">>")} ${count})`,
    lua`(a << ${count} | a >> ${count})`,
  ),
}));
const mask = one(
  "& 0xffffffff",
  "& 0x7fffffff",
  "& 255",
  "& 0x80000001",
  "% 4294967296",
  "% 2147483648",
  "% 65536",
  "% 2",
  "% 8589934592",
  "& -1",
  "& b",
  "% c",
  "% 1000000007",
  "% 1073741824",
  "% 2147483647",
  "% 97",
);
const lowBits = lua`print(pcall(function(a, b, c)
  for i = 1, 3 do a = (${bits} ${one("*", "+", "<<", "~")} ${either(one("a", "b", "c", "3"), bits)}) ${mask} print(a) end
end, ${operand}, ${number}, ${either(one("0", "5", "13", "31", "32", "33", "64", "-1"), number)}))`;
/** Products beyond what a double holds, under a divisor. */
const factor = either(
  one("a", "b", "i", "999999937", "-123456789", "1073741823", "3037000499", "9007199254740991"),
  number,
);
const divisor = either(
  one("b", "1000000007", "1073741824", "2147483647", "97", "1", "3", "-7", "2147483648"),
  number,
);
const residues = lua`print(pcall(function(a, b)
  for i = 1, 4 do a = ${factor} * ${factor} % ${divisor} print(a) a = a * ${factor} % ${divisor} print(a) end
end, ${operand}, ${divisor}))`;
/** A variable that is worked on in a loop. */
const running = lua`print(pcall(function() local a, b = ${number}, ${number}
  for i = 1, 4 do a = a ${one("+", "-", "*", "/", "//", "%", "~", "&")} ${either(one("b", "i", "1", "3", "0.5"), number)} print(a) end
end))`;

/** Every operator over edge numbers of both subtypes (manual §3.4). */
export const arithmetic: Generator = {
  name: "arithmetic",
  programs: fc
    .oneof(
      { weight: 1, arbitrary: matrix },
      {
        weight: 3,
        arbitrary: lines(
          either(constants, joined, trees, globals, running, fused, locals, starts, lowBits, residues),
          8,
        ),
      },
    )
    // C Lua makes `x - 0` into `x + 0`, which is 0.0 for -0.0.
    .map((program) => program.replaceAll(/- 0(?![.\dxX])/g, "- 1")),
  differences: ["nan-text", "float-text", "addresses"],
};
