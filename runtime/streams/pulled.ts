import { Silence } from "./silence.ts";

/** What a stream says while nothing comes. */
export interface Heartbeat<Chunk> {
  /** How long nothing must have come. */
  readonly milliseconds: number;
  /** Makes a chunk: who reads one may take its memory away. */
  readonly chunk: () => Chunk;
}

/**
 * A stream of what an iteration gives, taken only as fast as it is read. `gone` is called once when the reader has gone; what the
 * iteration throws fails the stream. With a heartbeat a reader that waits gets one each time nothing has come for so long.
 */
export function pulled<Chunk>(
  iteration: AsyncIterator<Chunk, unknown>,
  gone: (reason: unknown) => void,
  heartbeat?: Heartbeat<Chunk>,
): ReadableStream<Chunk> {
  const silence = heartbeat && new Silence(heartbeat.milliseconds);
  let isGone = false;
  let coming: Promise<IteratorResult<Chunk, unknown>> | undefined;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Chunk>): Promise<void> {
      // Behind a heartbeat the same step is still to come.
      coming ??= iteration.next();
      const isSilent = (await silence?.outlasts(coming)) === true;
      const step = isSilent ? undefined : await coming;
      if (isGone) return;
      if (step === undefined) {
        controller.enqueue(heartbeat!.chunk());
        return;
      }
      coming = undefined;
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
    cancel(reason?: unknown): void {
      isGone = true;
      silence?.end();
      gone(reason);
    },
  };
  // Nothing is taken before somebody reads.
  return new ReadableStream(source, { highWaterMark: 0 });
}
