import { parentPort, workerData } from "node:worker_threads";
import type { RunOptions, UserInputAnswer } from "promptforge-runtime";
import { runJob } from "./run-job.ts";
import type { FromRun, Job, ToRun } from "./run-messages.ts";

/* Runs the job of its thread, and tells the main thread how it goes and ends. */

const port = parentPort!;
const abort = new AbortController();
const waiting = new Map<number, (answer: UserInputAnswer | Promise<never>) => void>();

port.on("message", (message: ToRun) => {
  if (message.tells === "cancel") return abort.abort();
  const { id } = message;
  const answer = message.tells === "answer" ? message.answer : Promise.reject(new Error(message.message));
  waiting.get(id)!(answer);
  waiting.delete(id);
});

const ended = await runJob(workerData as Job, {
  signal: abort.signal,
  userInput: ask(),
  line: (line) => tell({ tells: "line", line }),
  fact: (fact) => tell({ tells: "fact", fact }),
  warn: (text) => tell({ tells: "warning", text }),
  continuing: () => tell({ tells: "continuing" }),
});
tell({ tells: "end", ended });

function tell(message: FromRun): void {
  port.postMessage(message);
}

/** Lets the main thread ask, which has the terminal. */
function ask(): NonNullable<RunOptions["userInput"]> {
  let asked = 0;
  return (request, { signal }) =>
    new Promise((resolve) => {
      const id = asked++;
      waiting.set(id, resolve);
      signal?.addEventListener("abort", () => tell({ tells: "withdrawal", id }), { once: true });
      tell({ tells: "question", id, request });
    });
}
