import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { list } from "../../../runtime/lua/call.ts";
import { float, integer } from "../../../runtime/lua/number.ts";
import { stringPack } from "../../../runtime/lua/string/pack.ts";
import { stringPacksize } from "../../../runtime/lua/string/packsize.ts";
import { stringUnpack } from "../../../runtime/lua/string/unpack.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { messageOf } from "../message.ts";
import { newVM, typed } from "../state.ts";

const vm = newVM();
const pack = stringPack(vm);
const unpack = stringUnpack(vm);
const packsize = stringPacksize(vm);
const hex = (text: unknown): string =>
  [...(text as string)].map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");

describe("pack (manual §6.4.2)", () => {
  it.each<[string, readonly Value[], string]>([
    ["b", [-2], "fe"],
    ["<i4", [1], "01000000"],
    [">i4", [1], "00000001"],
    ["=i2", [-1], "ffff"],
    ["i3", [-2], "feffff"],
    ["j", [-(2n ** 63n)], "0000000000000080"],
    ["I16", [-1], "ffffffffffffffff0000000000000000"],
    ["i16", [-1], "ffffffffffffffffffffffffffffffff"],
    ["f", [0.5], "0000003f"],
    [">d", [1], "3ff0000000000000"],
    ["z", ["ab"], "616200"],
    ["s1", ["abc"], "03616263"],
    ["c5", ["ab"], "6162000000"],
    ["!4 b i4", [1, 2], "0100000002000000"],
    ["bxb", [1, 2], "010002"],
    ["!8 b Xd b", [1, 2], "010000000000000002"],
  ])("pack(%o, %o)", (template, values, expected) => {
    expect(hex(pack(template, ...values))).toBe(expected);
  });

  it.each<[string, readonly Value[], string]>([
    ["b", [128], "#2 integer overflow"],
    ["B", [256], "#2 unsigned overflow"],
    ["B", [-1], "#2 unsigned overflow"],
    ["c1", ["ab"], "#2 string longer than given size"],
    ["z", ["a\0"], "#2 string contains zeros"],
    ["s1", ["x".repeat(256)], "#2 string length does not fit in given size"],
    ["i", [], "#2 number expected, got nil"],
    ["i17", [1], "integral size (17) out of limits [1,16]"],
    ["i0", [1], "integral size (0) out of limits [1,16]"],
    ["c", ["a"], "missing size for format option 'c'"],
    ["k", [1], "invalid format option 'k'"],
    ["X", [], "#1 invalid next option for option 'X'"],
    ["Xz", [], "#1 invalid next option for option 'X'"],
    ["!4 i3", [1], "#1 format asks for alignment not power of 2"],
  ])("pack(%o, %o) raises", (template, values, message) => {
    expect(messageOf(() => pack(template, ...values))).toBe(message);
  });
});

describe("unpack (manual §6.4.2)", () => {
  it("gives the values and the position behind them", () => {
    expect(unpack("<i2 >i2", "\x01\0\0\x02")).toEqual([1, 2, 5]);
    expect(unpack("z s1", "ab\0\x02cd")).toEqual(["ab", "cd", 7]);
    expect(unpack("B", "\x01\x02", 2)).toEqual([2, 3]);
    expect(unpack("B", "\x01\x02", -1)).toEqual([2, 3]);
    expect(unpack("", "abc")).toBe(1);
    expect(list(unpack("J", "\xff".repeat(8))).map(typed)).toEqual(["integer -1", "integer 9"]);
    expect(list(unpack("d", "\0\0\0\0\0\0\xf0?")).map(typed)).toEqual(["float 1.0", "integer 9"]);
  });

  it.each<[string, string, number | undefined, string]>([
    ["i4", "abc", undefined, "#2 data string too short"],
    ["s1", "\x05ab", undefined, "#2 data string too short"],
    ["z", "ab", undefined, "#2 unfinished string for format 'z'"],
    ["b", "a", 3, "#3 initial position out of string"],
    ["I16", "\xff".repeat(16), undefined, "16-byte integer does not fit into Lua Integer"],
  ])("unpack(%o, %o, %o) raises", (template, data, position, message) => {
    expect(messageOf(() => unpack(template, data, position))).toBe(message);
  });

  it("reads back what pack wrote", () => {
    const order = fc.constantFrom("<", ">", "!4<", "!8>");
    fc.assert(
      fc.property(
        order,
        fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        fc.double(),
        fc.string({ unit: "binary-ascii" }),
        (endian, n, x, text) => {
          const values = [integer(n), float(x), text, integer(BigInt.asIntN(24, n))];
          const template = `${endian} j d s2 i3`.replace("i3", endian.startsWith("!") ? "i4" : "i3");
          const data = pack(template, ...values) as string;
          const read = list(unpack(template, data));
          expect(read.map(typed)).toEqual([...values.map(typed), `integer ${data.length + 1}`]);
        },
      ),
    );
  });
});

describe("packsize (manual §6.4.2)", () => {
  it("counts padding", () => {
    expect(packsize("b i4")).toBe(5);
    expect(packsize("!4 b i4")).toBe(8);
    expect(packsize("!8 b d c3 x")).toBe(20);
  });

  it("refuses what has no fixed size", () => {
    expect(messageOf(() => packsize("s"))).toBe("#1 variable-length format");
    expect(messageOf(() => packsize("z"))).toBe("#1 variable-length format");
    expect(messageOf(() => packsize("c214748363".repeat(11)))).toBe("#1 format result too large");
  });
});
