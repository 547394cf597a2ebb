import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { median } from "./statistics.mjs";

/**
 * @typedef {object} Measurement One program on one engine.
 * @property {number} [median] in milliseconds; absent when the program did not run to its end
 * @property {number[]} [samples] in the order of the calls
 * @property {number} [processor] the median of the processor time of the whole process, its helper threads included
 * @property {string[]} [results] of the last call, as the workers write them
 * @property {string} [failure] why there is no time
 */

/**
 * Measures one program: each engine in a fresh process, first the warm-up calls, then the timed ones. The engines take
 * turns call by call, and each round starts with another one, so that a change in the machine's load meets all alike.
 *
 * @param {import("./programs.mjs").Program} program
 * @param {readonly import("./engines.mjs").Engine[]} engines
 * @param {{ warmUp: number, timed: number }} calls
 * @returns {Promise<Record<string, Measurement>>} by engine name; an engine without a form of the program is left out
 */
export async function measureProgram(program, engines, { warmUp, timed }) {
  const workers = [];
  const measurements = {};
  for (const { name, command } of engines) {
    try {
      const line = await command(program);
      if (line !== undefined)
        workers.push({ name, ...startWorker(line), samples: [], processorSamples: [], results: [] });
    } catch (error) {
      measurements[name] = { failure: error.message };
    }
  }
  for (let round = 0; round < warmUp + timed; round++) {
    for (let place = 0; place < workers.length; place++) {
      const worker = workers[(place + round) % workers.length];
      if (worker.failure === undefined) await takeTurn(worker, round >= warmUp);
    }
  }
  for (const worker of workers) measurements[worker.name] = await finish(worker);
  return measurements;
}

function startWorker([file, ...args]) {
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "pipe"] });
  const errors = [];
  child.stderr.on("data", (data) => errors.push(data));
  // A worker that has ended has no reader any more; its exit tells why.
  child.stdin.on("error", () => {});
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => {
      const text = Buffer.concat(errors).toString().trim();
      resolve(code === 0 ? undefined : text || `ended with ${signal ?? `status ${code}`}`);
    });
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, answers, ended };
}

async function takeTurn(worker, isTimed) {
  worker.child.stdin.write("\n");
  const { done, value } = await worker.answers.next();
  if (done) {
    worker.failure = (await worker.ended) ?? "ended before its last call";
    return;
  }
  const [milliseconds, processor, ...results] = value.split("\t");
  worker.results = results;
  if (!isTimed) return;
  worker.samples.push(Number(milliseconds));
  worker.processorSamples.push(Number(processor));
}

async function finish({ child, ended, failure, samples, processorSamples, results }) {
  child.stdin.end();
  const late = await ended;
  if (failure !== undefined || late !== undefined) return { failure: failure ?? late };
  return { median: median(samples), processor: median(processorSamples), samples, results };
}
