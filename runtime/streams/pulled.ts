/**
 * A stream of what an iteration gives, taken only as fast as it is read. `done` is called once when the reader has gone; what the
 * iteration throws fails the stream.
 */
export function pulled<Chunk>(
  iteration: AsyncIterator<Chunk, unknown>,
  gone: (reason: unknown) => void,
): ReadableStream<Chunk> {
  let isGone = false;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Chunk>): Promise<void> {
      const step = await iteration.next();
      if (isGone) return;
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
    cancel(reason?: unknown): void {
      isGone = true;
      gone(reason);
    },
  };
  // Nothing is taken before somebody reads.
  return new ReadableStream(source, { highWaterMark: 0 });
}
