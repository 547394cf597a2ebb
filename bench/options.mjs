import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";

/**
 * Reads the options `--json FILE` and `--quick` of a benchmark. Where nothing is to be measured, `--help` or a word that no option is, it says
 * so and gives the exit status instead.
 *
 * @param {readonly string[]} argv
 * @param {string} usage
 * @returns {{ values: { json?: string, quick?: boolean } } | { status: number }}
 */
export function readOptions(argv, usage) {
  const options = {
    json: { type: "string" },
    quick: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  };
  try {
    const { values } = parseArgs({ args: argv, options });
    if (!values.help) return { values };
    process.stdout.write(usage);
    return { status: 0 };
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}`);
    return { status: 2 };
  }
}

/** What the figures depend on. */
export function machine() {
  return { node: process.version, processors: availableParallelism(), load: loadavg()[0] };
}

/** The machine on one line. */
export function machineText({ node, processors, load }) {
  return `node ${node}, ${processors} processors, load ${load.toFixed(1)}\n`;
}
