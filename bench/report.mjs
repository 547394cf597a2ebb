/**
 * @typedef {object} Report what `npm run bench` found out; also what `--json` writes
 * @property {{ node: string, processors: number, load: number }} machine `load`: processes that wanted a processor, averaged
 *   over the minute before the end
 * @property {{ warmUp: number, timed: number }} calls
 * @property {string | undefined} reference the engine that ratios are over, when it ran
 * @property {Record<string, { n: number, engines: import("./summary.mjs").Row }>} programs
 * @property {Record<string, number>} geomean by engine: of its time over the reference's
 * @property {Record<string, number>} processor likewise, of processor times
 * @property {Record<string, number>} timesOurs by engine: geometric mean of its time over ours
 * @property {string[]} failures
 * @property {string[]} notes
 * @property {Awaited<ReturnType<import("./size.mjs").measureSizes>>} size
 * @property {Awaited<ReturnType<import("./cold-start.mjs").measureColdStart>>} coldStart
 */

/**
 * The report for people.
 *
 * @param {Report} report
 * @param {readonly string[]} names of the engines, in the order of the columns
 * @returns {string}
 */
export function textReport(report, names) {
  const parts = [timeTable(report, names), sizeTable(report.size), coldStartTable(report.coldStart)];
  const lists = [
    ["not counted, as another language or version of Lua cannot run it or answers otherwise:", report.notes],
    ["WRONG:", report.failures],
  ];
  for (const [title, lines] of lists) {
    if (lines.length > 0) parts.push([title, ...lines.map((line) => `  ${line}`)].join("\n"));
  }
  return `${[...parts, conditions(report)].join("\n\n")}\n`;
}

function timeTable({ programs, geomean, processor, timesOurs, reference, calls }, names) {
  const body = Object.entries(programs).map(([name, { n, engines }]) => [
    name,
    String(n),
    ...names.flatMap((engine) => timeCells(engines[engine], reference !== undefined)),
  ]);
  const means = (title, by, digits) => [
    title,
    "",
    ...names.flatMap((name) => ["", by[name] === undefined ? "" : by[name].toFixed(digits)]),
  ];
  const rows = [["program", "N", ...names.flatMap((name) => [name, "ratio"])], ...body];
  if (reference !== undefined) {
    rows.push(means("geometric mean", geomean, 3), means("… of processor time", processor, 3));
  }
  rows.push(means("times ours", timesOurs, 2));
  const over = reference === undefined ? "no lua5.4 here, so no ratios" : `ratio: over ${reference}`;
  return `median of ${calls.timed} calls after ${calls.warmUp}, in milliseconds; ${over}\n${table(rows)}`;
}

function timeCells(measurement, hasRatio) {
  if (measurement === undefined) return ["-", ""];
  if (measurement.failure !== undefined) return ["failed", ""];
  const ratio = hasRatio && measurement.ratio !== undefined ? measurement.ratio.toFixed(2) : "";
  return [measurement.median.toFixed(2), measurement.differs ? `${ratio}≠` : ratio];
}

function sizeTable({ programs, together }) {
  const row = ([name, { emitted, lua, ratio }]) => [
    name,
    ...[emitted.raw, emitted.minified, emitted.gzipped, lua.raw, lua.minified, lua.gzipped].map(String),
    ratio.toFixed(2),
  ];
  const head = ["program", "emitted", "minified", "gzipped", "Lua", "minified", "gzipped", "ratio"];
  const rows = [head, ...Object.entries(programs).map(row), row(["all together", together])];
  return `size in bytes, imports left out; ratio: emitted over Lua, both gzipped\n${table(rows)}`;
}

function coldStartTable({ empty, engines }) {
  const rows = Object.entries(engines).map(([name, { milliseconds, minified, gzipped }]) => {
    return [name, `+${milliseconds.toFixed(1)}`, String(minified), String(gzipped)];
  });
  const title = `cold start of a process with one bundled program, in milliseconds over an empty process (${empty.toFixed(1)})`;
  return `${title}\n${table([["engine", "start", "minified", "gzipped"], ...rows])}`;
}

function conditions({ machine: { node, processors, load } }) {
  const busy =
    load > processors
      ? "\nThe machine is busy: times are too long, and ratios too, as lua's clock stops while it waits."
      : "";
  const clocks =
    "clocks: lua5.4 and luajit processor time (os.clock), all others wall time (performance.now)";
  return `node ${node}, ${processors} processors, load ${load.toFixed(1)}\n${clocks}${busy}`;
}

/** The first column flush left, the others flush right. */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])));
  return rows.map((row) => line(row).join("  ").trimEnd()).join("\n");
}
