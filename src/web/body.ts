import type { Deadline } from "./deadline.ts";

/** A stream of bytes, such as the `body` of a `Response`. */
export interface BodyStream {
  getReader(): {
    read(): PromiseLike<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): PromiseLike<void>;
  };
}

/** What was read of a body. */
export interface BodyStart {
  readonly bytes: Uint8Array;
  /** False when the body goes on. */
  readonly whole: boolean;
}

/** Reads a body up to a number of bytes and drops the rest. Rejects when it breaks off or the time is over. */
export async function readBody(
  stream: BodyStream | null,
  limit: number,
  deadline: Deadline,
): Promise<BodyStart> {
  if (stream === null) return { bytes: new Uint8Array(), whole: true };
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size <= limit) {
    const { done, value } = await deadline.race(reader.read());
    if (done) return { bytes: joined(chunks, size), whole: true };
    if (value === undefined) continue;
    chunks.push(value);
    size += value.length;
  }
  // Nobody waits for the end of a stream that is not wanted.
  Promise.resolve(reader.cancel()).catch(() => {});
  return { bytes: joined(chunks, size).subarray(0, limit), whole: false };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}
