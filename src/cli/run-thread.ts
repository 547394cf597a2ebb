import { Worker } from "node:worker_threads";
import { hostFault } from "./host-fault.ts";
import type { Interrupt } from "./interrupt.ts";
import type { Ended, FromRun, Job, RunReport, ToRun } from "./run-messages.ts";

/** How long a cancelled run may take to end by itself, in milliseconds. */
const GRACE = 400;

/** Who hears what a run tells before its end. */
export interface Listener {
  /** `tell` is for the answer to a question. */
  readonly hear: (report: RunReport, tell: (message: ToRun) => void) => void;
  /** What the host file writes to its standard output and error. */
  readonly output: (text: string) => void;
}

/**
 * Runs a compiled prompt on a thread of its own, so that the process hears an interrupt whatever the prompt does: the run is cancelled,
 * and where a loop cannot wait the thread ends with it.
 */
export async function runOnThread(job: Job, interrupt: Interrupt, listener: Listener): Promise<Ended> {
  const worker = new Worker(new URL("../cli/run-worker.js", import.meta.url), {
    workerData: job,
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => listener.output(text));
  try {
    return await endOf(worker, job, interrupt, listener);
  } finally {
    // What the thread has written comes before its end.
    await worker.terminate();
  }
}

function endOf(worker: Worker, job: Job, interrupt: Interrupt, listener: Listener): Promise<Ended> {
  let grace: NodeJS.Timeout | undefined;
  const tell = (message: ToRun): void => worker.postMessage(message);
  return new Promise<Ended>((resolve, reject) => {
    interrupt.cancel = () => {
      tell({ tells: "cancel" });
      grace = setTimeout(() => resolve({ status: "cancelled" }), GRACE);
    };
    worker.on("message", (message: FromRun) => {
      if (message.tells === "end") resolve(message.ended);
      else listener.hear(message, tell);
    });
    worker.once("error", (error) => {
      const fault = threadFault(error, job);
      if (fault === undefined) reject(error);
      else resolve({ status: "refused", message: fault });
    });
    worker.once("exit", () =>
      resolve({ status: "refused", message: `${givenBy(job)} has ended the run with process.exit` }),
    );
  }).finally(() => clearTimeout(grace));
}

/** What ended a thread that is no fault of this program. */
function threadFault(error: unknown, job: Job): string | undefined {
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY")
    return "the run has used up the memory of its thread";
  return job.host === undefined
    ? undefined
    : `${givenBy(job)} threw outside of any call: ${hostFault(error)}`;
}

function givenBy({ host }: Job): string {
  return host === undefined ? "the run" : `\`${host}\``;
}
