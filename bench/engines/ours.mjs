// `node ours.mjs MODULE N`: runs a compiled program whose last line is `measure(bench)`.
import { pathToFileURL } from "node:url";

const { default: prompt } = await import(pathToFileURL(process.argv[2]).href);
const outcome = await prompt.start("").outcome;
if (outcome.status !== "completed") {
  process.stderr.write(`${outcome.error?.message ?? outcome.status}\n`);
  process.exitCode = 1;
}
