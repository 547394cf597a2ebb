import { Worker } from "node:worker_threads";
import type { Interrupt } from "./interrupt.ts";

/** What a thread is to run: a module whose imports can be found from anywhere, and the argument string. */
export interface Job {
  readonly code: string;
  readonly text: string;
}

/** How a run has ended, in words. */
export type Ended =
  | { readonly status: "completed"; readonly text: string }
  | { readonly status: "failed"; readonly explanation: string }
  | { readonly status: "cancelled" };

/** How long a cancelled run may take to end by itself, in milliseconds. */
const GRACE = 400;

/**
 * Runs a compiled prompt on a thread of its own, so that the process hears an interrupt whatever the prompt does: the run is cancelled,
 * and where a loop cannot wait the thread ends with it.
 */
export function runOnThread(job: Job, interrupt: Interrupt): Promise<Ended> {
  const worker = new Worker(new URL("./run-worker.js", import.meta.url), { workerData: job });
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const end = (ended: Ended): void => {
      clearTimeout(grace);
      void worker.terminate();
      resolve(ended);
    };
    interrupt.cancel = () => {
      worker.postMessage("cancel");
      grace = setTimeout(() => end({ status: "cancelled" }), GRACE);
    };
    worker.once("message", end);
    worker.once("error", reject);
  });
}
