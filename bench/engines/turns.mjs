import { readSync, writeSync } from "node:fs";

const byte = new Uint8Array(1);
let processorTime = process.cpuUsage();

/** Waits for the next line of standard input, which asks for one call; false at its end. The thread stands still meanwhile. */
export function turn() {
  for (;;) {
    try {
      if (readSync(0, byte) === 0) return false;
      if (byte[0] !== 10) continue;
      processorTime = process.cpuUsage();
      return true;
    } catch (error) {
      if (error.code === "EOF") return false;
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/**
 * Answers a turn: the time, the processor time of the whole process since the turn began, both in milliseconds, and the
 * results.
 *
 * @param {number} milliseconds
 * @param {readonly string[]} results as `resultText` writes them
 */
export function answer(milliseconds, results) {
  const { user, system } = process.cpuUsage(processorTime);
  writeSync(1, `${[milliseconds, (user + system) / 1000, ...results].join("\t")}\n`);
}

/**
 * One result: its kind, and its text with every byte that is not of a word or a number as `%xx`.
 *
 * @param {string} kind `integer`, `float`, `string` or another type of Lua
 * @param {string} text one character per byte
 */
export function resultText(kind, text) {
  const hexadecimal = (c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return `${kind}:${text.replaceAll(/[^\w.+-]/g, hexadecimal)}`;
}
