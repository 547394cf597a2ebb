// `node wasmoon.mjs FILE N LABEL OFFSET`: runs a program in wasmoon, the C implementation of Lua 5.4 as WebAssembly.
import { readFileSync } from "node:fs";
import { LuaFactory } from "wasmoon";
import { answer, turn } from "./turns.mjs";

const [, , file, n, label, offset] = process.argv;
const lua = await new LuaFactory().createEngine();
lua.global.set("host", {
  source: readFileSync(file, "utf8"),
  n: Number(n),
  label,
  offset: Number(offset),
  now: () => performance.now(),
  turn,
  answer: (line) => {
    const [milliseconds, ...results] = line.split("\t");
    answer(milliseconds, results);
  },
});
const driver = readFileSync(new URL("measure.lua", import.meta.url), "utf8");
try {
  lua.doStringSync(driver);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
