/*
 * What a compiled program imports in place of the runtime: the same names, and `definePrompt` adds the host function
 * `measure`, which the program's last line calls with its function `bench`.
 */
import { call, definePrompt as define, LuaFloat, list, toText } from "promptforge-runtime/internal";
import { answer, resultText, turn } from "./turns.mjs";

export * from "promptforge-runtime/internal";

export const definePrompt = (module) => define({ ...module, globals: { ...module.globals, measure } });

const n = Number(process.argv[3]);

const measure = (vm) => (bench) => {
  while (turn()) {
    const started = performance.now();
    const result = call(vm, bench, n);
    const ended = performance.now();
    answer(
      ended - started,
      list(result).map((value) => describe(vm, value)),
    );
  }
  return [];
};

function describe(vm, value) {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return resultText("float", String(value));
  if (typeof value === "number" || typeof value === "bigint") return resultText("integer", String(value));
  if (value instanceof LuaFloat) return resultText("float", toText(vm, value));
  if (typeof value === "string") return resultText("string", value);
  return value === undefined ? resultText("nil", "nil") : resultText(typeof value, String(value));
}
