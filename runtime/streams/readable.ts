import type { PromptRun } from "../run.ts";
import { pulled } from "./pulled.ts";

/**
 * The live text of a run (`run.text`) as a stream of strings, which fails with the run's `PromptError`. A reader that cancels it cancels
 * the run. For bytes: `readable(run).pipeThrough(new TextEncoderStream())`.
 */
export function readable(run: PromptRun): ReadableStream<string> {
  return pulled(fragments(run), (reason) => run.cancel(reason));
}

async function* fragments(run: PromptRun): AsyncGenerator<string, void> {
  yield* run.text;
  await run.result;
}
