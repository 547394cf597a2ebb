// `node js.mjs TWINS NAME N`: calls the hand-written JavaScript of one program.
import { pathToFileURL } from "node:url";
import { answer, resultText, turn } from "./turns.mjs";

const [, , twins, name, n] = process.argv;
const bench = (await import(pathToFileURL(twins).href))[name];

while (turn()) {
  const started = performance.now();
  const value = bench(Number(n));
  const ended = performance.now();
  const kind = typeof value === "number" ? (Number.isInteger(value) ? "integer" : "float") : typeof value;
  answer(ended - started, [resultText(kind, String(value))]);
}
