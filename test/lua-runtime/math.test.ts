import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mathAbs } from "../../runtime/lua/math/abs.ts";
import { mathAcos } from "../../runtime/lua/math/acos.ts";
import { mathAsin } from "../../runtime/lua/math/asin.ts";
import { mathAtan } from "../../runtime/lua/math/atan.ts";
import { mathCeil } from "../../runtime/lua/math/ceil.ts";
import { mathCos } from "../../runtime/lua/math/cos.ts";
import { mathDeg } from "../../runtime/lua/math/deg.ts";
import { mathExp } from "../../runtime/lua/math/exp.ts";
import { mathFloor } from "../../runtime/lua/math/floor.ts";
import { mathFmod } from "../../runtime/lua/math/fmod.ts";
import { mathFrexp } from "../../runtime/lua/math/frexp.ts";
import { mathHuge } from "../../runtime/lua/math/huge.ts";
import { mathLdexp } from "../../runtime/lua/math/ldexp.ts";
import { mathLog } from "../../runtime/lua/math/log.ts";
import { mathMax } from "../../runtime/lua/math/max.ts";
import { mathMaxinteger } from "../../runtime/lua/math/maxinteger.ts";
import { mathMin } from "../../runtime/lua/math/min.ts";
import { mathMininteger } from "../../runtime/lua/math/mininteger.ts";
import { mathModf } from "../../runtime/lua/math/modf.ts";
import { mathPi } from "../../runtime/lua/math/pi.ts";
import { mathRad } from "../../runtime/lua/math/rad.ts";
import { mathRandom } from "../../runtime/lua/math/random.ts";
import { mathRandomseed } from "../../runtime/lua/math/randomseed.ts";
import { mathSin } from "../../runtime/lua/math/sin.ts";
import { mathSqrt } from "../../runtime/lua/math/sqrt.ts";
import { mathTan } from "../../runtime/lua/math/tan.ts";
import { mathTointeger } from "../../runtime/lua/math/tointeger.ts";
import { mathType } from "../../runtime/lua/math/type.ts";
import { mathUlt } from "../../runtime/lua/math/ult.ts";
import { float, integer, isNumber, toDouble } from "../../runtime/lua/number.ts";
import type { LuaFunction, Value } from "../../runtime/lua/value.ts";
import type { VM } from "../../runtime/lua/vm.ts";
import { errorOf, newVM, typed } from "./state.ts";

const MAX = integer(2n ** 63n - 1n);
const MIN = integer(-(2n ** 63n));

/** The results of a call, numbers as subtype and text. */
function results(make: (vm: VM) => LuaFunction, ...values: Value[]): unknown[] {
  const result = make(newVM())(...values);
  return (Array.isArray(result) ? [...(result as Value[])] : [result as Value]).map(typed);
}

function argumentOf(make: (vm: VM) => LuaFunction, ...values: Value[]): string {
  const { argument } = errorOf(() => make(newVM())(...values));
  return `#${argument?.index} ${argument?.detail}`;
}

describe("math (LIB-71)", () => {
  it.each<[string, (vm: VM) => LuaFunction, Value[], unknown[]]>([
    ["floor", mathFloor, [3.7], ["integer 3"]],
    ["floor of a negative", mathFloor, [-3.2], ["integer -4"]],
    ["floor of a numeric string (LIB-72)", mathFloor, ["3.7"], ["integer 3"]],
    ["floor of -0.0", mathFloor, [float(-0)], ["integer 0"]],
    ["floor of a large float", mathFloor, [2 ** 60], [`integer ${2n ** 60n}`]],
    ["floor beyond 64 bits", mathFloor, [1e100], ["float 1e+100"]],
    ["floor of an integer", mathFloor, [MAX], [`integer ${MAX as bigint}`]],
    ["floor of inf", mathFloor, [Infinity], ["float inf"]],
    ["ceil", mathCeil, [3.2], ["integer 4"]],
    ["ceil of -0.5", mathCeil, [-0.5], ["integer 0"]],
    ["abs", mathAbs, [-3], ["integer 3"]],
    ["abs of a float", mathAbs, [float(-3)], ["float 3.0"]],
    ["abs wraps", mathAbs, [MIN], [`integer ${MIN as bigint}`]],
    ["abs of a bigint", mathAbs, [integer(-(2n ** 60n))], [`integer ${2n ** 60n}`]],
    ["max keeps the subtype", mathMax, [1, float(2), 2], ["float 2.0"]],
    ["min keeps the subtype", mathMin, [2, float(1), 1], ["float 1.0"]],
    ["max of one", mathMax, [5], ["integer 5"]],
    ["max across subtypes", mathMax, [2 ** 53, integer(2n ** 53n + 1n)], [`integer ${2n ** 53n + 1n}`]],
    ["fmod of integers", mathFmod, [-6, 4], ["integer -2"]],
    ["fmod by a negative", mathFmod, [6, -4], ["integer 2"]],
    ["fmod without rest", mathFmod, [-4, 2], ["integer 0"]],
    ["fmod of mininteger", mathFmod, [MIN, -1], ["integer 0"]],
    ["fmod of floats", mathFmod, [-6.5, 4], ["float -2.5"]],
    ["fmod by float zero", mathFmod, [1, float(0)], ["float nan"]],
    ["modf", mathModf, [3.7], ["integer 3", "float 0.70000000000000018"]],
    ["modf of a negative", mathModf, [-0.5], ["integer 0", "float -0.5"]],
    ["modf of an integer", mathModf, [3], ["integer 3", "float 0.0"]],
    ["modf of inf", mathModf, [Infinity], ["float inf", "float 0.0"]],
    ["modf of nan", mathModf, [NaN], ["float nan", "float nan"]],
    ["tointeger", mathTointeger, [float(3)], ["integer 3"]],
    ["tointeger of a string", mathTointeger, ["8"], ["integer 8"]],
    ["tointeger of a fraction", mathTointeger, [3.5], [undefined]],
    ["tointeger of another type", mathTointeger, [true], [undefined]],
    ["type of an integer", mathType, [1], ["integer"]],
    ["type of a float", mathType, [float(1)], ["float"]],
    ["type of a string", mathType, ["1"], [undefined]],
    ["ult", mathUlt, [1, -1], [true]],
    ["ult the other way", mathUlt, [-1, 1], [false]],
    ["log", mathLog, [1], ["float 0.0"]],
    ["log of base 2", mathLog, [8, 2], ["float 3.0"]],
    ["log of base 10", mathLog, [1000, 10], ["float 3.0"]],
    ["log of another base", mathLog, [27, 3], ["float 3.0"]],
    ["sqrt", mathSqrt, [16], ["float 4.0"]],
    ["exp", mathExp, [0], ["float 1.0"]],
    ["sin", mathSin, [0], ["float 0.0"]],
    ["cos", mathCos, [0], ["float 1.0"]],
    ["tan", mathTan, [float(-0)], ["float -0.0"]],
    ["asin", mathAsin, [1], ["float 1.5707963267948966"]],
    ["acos", mathAcos, [1], ["float 0.0"]],
    ["atan", mathAtan, [1], ["float 0.78539816339744828"]],
    ["atan of a point", mathAtan, [float(0), -1], ["float 3.1415926535897931"]],
    ["deg", mathDeg, [Math.PI], ["float 180.0"]],
    ["rad", mathRad, [180], ["float 3.1415926535897931"]],
    ["frexp", mathFrexp, [8], ["float 0.5", "integer 4"]],
    ["frexp of a negative", mathFrexp, [-3], ["float -0.75", "integer 2"]],
    ["frexp of zero", mathFrexp, [0], ["float 0.0", "integer 0"]],
    ["frexp of the smallest float", mathFrexp, [5e-324], ["float 0.5", "integer -1073"]],
    ["frexp of inf", mathFrexp, [Infinity], ["float inf", "integer 0"]],
    ["ldexp", mathLdexp, [0.5, 4], ["float 8.0"]],
    ["ldexp far down", mathLdexp, [1, -1074], ["float 4.94065645841247e-324"]],
    ["ldexp too far", mathLdexp, [1, -5000], ["float 0.0"]],
    ["ldexp over", mathLdexp, [1, MAX], ["float inf"]],
    ["ldexp of zero", mathLdexp, [0, MAX], ["float 0.0"]],
  ])("%s", (_text, make, values, expected) => expect(results(make, ...values)).toEqual(expected));

  it("constants", () => {
    const vm = newVM();
    expect([mathHuge(vm), mathMaxinteger(vm), mathMininteger(vm), mathPi(vm)]).toEqual([
      Infinity,
      MAX,
      MIN,
      Math.PI,
    ]);
  });

  it("wrong arguments (LIB-01)", () => {
    expect(argumentOf(mathFloor)).toBe("#1 number expected, got no value");
    expect(argumentOf(mathSqrt, "x")).toBe("#1 number expected, got string");
    expect(argumentOf(mathMax)).toBe("#1 value expected");
    expect(argumentOf(mathFmod, 1, 0)).toBe("#2 zero");
    expect(argumentOf(mathFmod, 1)).toBe("#2 number expected, got no value");
    expect(argumentOf(mathType)).toBe("#1 value expected");
    expect(argumentOf(mathTointeger)).toBe("#1 value expected");
    expect(argumentOf(mathUlt, 1.5, 2)).toBe("#1 number has no integer representation");
    expect(argumentOf(mathLdexp, 1, 1.5)).toBe("#2 number has no integer representation");
    expect(argumentOf(mathLog, 1, true)).toBe("#2 number expected, got boolean");
    expect(errorOf(() => mathMax(newVM())(1, "2")).value).toBe("attempt to compare number with string");
  });

  it("frexp and ldexp are inverse", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (n) => {
        const vm = newVM();
        const [mantissa, exponent] = mathFrexp(vm)(float(n)) as [Value, number];
        expect(typed(mathLdexp(vm)(mantissa, exponent) as Value)).toBe(typed(float(n)));
      }),
    );
  });
});

describe("random numbers (LIB-73)", () => {
  it("are those of stock Lua for the same seed", () => {
    const vm = newVM();
    expect(mathRandomseed(vm)(42)).toEqual([42, 0]);
    const random = mathRandom(vm);
    expect(toDouble(random() as number)).toBeCloseTo(0.93081217803957, 13);
    const drawn = [random(10), random(100, 200), random(0), random(MIN, MAX), random(2 ** 40), random(3)];
    expect(drawn).toEqual([2, 175, -3807604385970496171n, 2164128405858571189n, 870823234112, 3]);
    expect(mathRandomseed(vm)(7, 9)).toEqual([7, 9]);
    expect([random(0), random(0), random(1, 1)]).toEqual([4637322584265719448n, -5837484342485337481n, 1]);
  });

  it("start from the state of the VM", () => {
    const draw = (seed: bigint): unknown[] => {
      const vm = newVM();
      vm.entropy.seed = seed;
      const random = mathRandom(vm);
      return [random(0), random(0), random(0)];
    };
    expect(draw(1n)).toEqual(draw(1n));
    expect(draw(1n)).not.toEqual(draw(2n));
  });

  it("are xoshiro256** by its definition: rotl(2 × 5, 7) × 9", () => {
    const vm = newVM();
    vm.generator = Int32Array.of(1, 0, 2, 0, 3, 0, 4, 0, 0, 0);
    expect(mathRandom(vm)(0)).toBe(11520);
  });

  it("stay in their interval", () => {
    const vm = newVM();
    const random = mathRandom(vm);
    const bound = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
    fc.assert(
      fc.property(bound, bound, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const drawn = BigInt(random(integer(low), integer(high)) as number);
        expect(drawn >= low && drawn <= high).toBe(true);
      }),
    );
    for (let count = 0; count < 200; count++) {
      const drawn = random();
      expect(
        isNumber(drawn as Value) && toDouble(drawn as number) >= 0 && toDouble(drawn as number) < 1,
      ).toBe(true);
    }
  });

  it("reach every value of a small interval", () => {
    const random = mathRandom(newVM());
    const seen = new Set<unknown>();
    for (let count = 0; count < 200; count++) seen.add(random(-1, 3));
    expect([...seen].sort((a, b) => (a as number) - (b as number))).toEqual([-1, 0, 1, 2, 3]);
  });

  it("seeding without arguments is reproducible, floats seed by value or bits", () => {
    const one = newVM();
    const two = newVM();
    expect(mathRandomseed(one)()).toEqual(mathRandomseed(two)());
    expect(mathRandom(one)(0)).toBe(mathRandom(two)(0));
    expect(mathRandomseed(one)(float(3))).toEqual([3, 0]);
    expect(mathRandomseed(one)(1.5)).toEqual([0x3ff8000000000000n, 0]);
  });

  it("wrong arguments", () => {
    expect(argumentOf(mathRandom, 5, 1)).toBe("#1 interval is empty");
    expect(argumentOf(mathRandom, -5)).toBe("#1 interval is empty");
    expect(argumentOf(mathRandom, 1.5)).toBe("#1 number has no integer representation");
    expect(argumentOf(mathRandom, undefined)).toBe("#1 number expected, got nil");
    expect(errorOf(() => mathRandom(newVM())(1, 2, 3)).value).toBe("wrong number of arguments");
  });
});
