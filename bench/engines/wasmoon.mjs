// `node wasmoon.mjs FILE N LABEL`: runs a program in wasmoon, the C implementation of Lua 5.4 as WebAssembly.
import { readFileSync } from "node:fs";
import { LuaFactory } from "wasmoon";
import { answer, turn } from "./turns.mjs";

const [, , file, n, label] = process.argv;
const lua = await new LuaFactory().createEngine();
lua.global.set("host", {
  source: readFileSync(file, "utf8"),
  n: Number(n),
  label,
  now: () => performance.now(),
  turn,
  answer: (milliseconds, results) => answer(milliseconds, results.split("\t")),
});
const driver = readFileSync(new URL("measure.lua", import.meta.url), "utf8");
try {
  lua.doStringSync(driver);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
