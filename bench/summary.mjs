import { geometricMean } from "./statistics.mjs";

/**
 * @typedef {Record<string, import("./measure.mjs").Measurement>} Row the measurements of one program by engine
 * @typedef {object} Summary
 * @property {Record<string, number>} geomean by engine: of its time over the reference's, where both gave right results
 * @property {Record<string, number>} processor likewise, of processor times: those hardly depend on what else the machine does
 * @property {Record<string, number>} timesOurs by engine: geometric mean of its time over ours, likewise
 * @property {string[]} failures of engines that are Lua 5.4: another result or none
 * @property {string[]} notes of the others: a program that they cannot run or answer otherwise
 */

/**
 * Checks the results and forms the means. `ratio` and `differs` are added to the measurements.
 *
 * @param {Record<string, Row>} rows by program
 * @param {readonly import("./engines.mjs").Engine[]} engines
 * @param {string} reference
 * @returns {Summary}
 */
export function summarise(rows, engines, reference) {
  const failures = [];
  const notes = [];
  for (const [program, row] of Object.entries(rows)) {
    const expected = row[reference] ?? row.wasmoon;
    for (const engine of engines) {
      const finding = row[engine.name] && judge(row[engine.name], expected, row[reference], engine);
      if (finding === undefined) continue;
      (engine.isLua ? failures : notes).push(`${program}, ${engine.name}: ${finding}`);
    }
  }
  const means = (base, time) =>
    Object.fromEntries(
      engines.map(({ name }) => [name, meanOver(rows, name, base, time)]).filter(([, mean]) => mean),
    );
  return {
    geomean: means(reference, "median"),
    processor: means(reference, "processor"),
    timesOurs: means("ours", "median"),
    failures,
    notes,
  };
}

/**
 * True when two result lists, as workers write them, are equal: for `isLua` the kinds must be equal too, else numbers
 * are compared by value, since other languages have one kind of them.
 *
 * @param {readonly string[]} left
 * @param {readonly string[]} right
 * @param {boolean} isLua
 */
export function equalResults(left, right, isLua) {
  if (left.length !== right.length) return false;
  return left.every((text, place) => equalResult(text, right[place], isLua));
}

function equalResult(left, right, isLua) {
  if (left === right) return true;
  const [leftKind, leftText] = left.split(":");
  const [rightKind, rightText] = right.split(":");
  if (!numbers.has(leftKind) || !numbers.has(rightKind)) return false;
  return (!isLua || leftKind === rightKind) && numberOf(leftText) === numberOf(rightText);
}

const numbers = new Set(["integer", "float"]);

/** Integers beyond 2^53 are no JavaScript numbers, so their text stands. */
function numberOf(text) {
  const number = Number(text);
  return Number.isNaN(number) || (/^-?\d+$/.test(text) && !Number.isSafeInteger(number)) ? text : number;
}

function judge(measurement, expected, base, engine) {
  if (measurement.failure !== undefined) return measurement.failure.split("\n", 1)[0];
  if (base?.median !== undefined) measurement.ratio = measurement.median / base.median;
  if (expected?.results === undefined || equalResults(measurement.results, expected.results, engine.isLua))
    return undefined;
  measurement.differs = true;
  return `gives ${measurement.results.join(", ")} and not ${expected.results.join(", ")}`;
}

function meanOver(rows, name, base, time) {
  const ratios = Object.values(rows).flatMap((row) => {
    const [own, other] = [row[name], row[base]];
    const isRight = [own, other].every((one) => one?.median !== undefined && !one.differs);
    return isRight ? [own[time] / other[time]] : [];
  });
  return geometricMean(ratios);
}
