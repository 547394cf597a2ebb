import { ModelFailure } from "../../model-failure.ts";
import { replyTooLong } from "../malformed-reply.ts";
import type { Watch } from "../watch.ts";
import type { FetchBody, FetchReader } from "./fetch.ts";

/** The body of a reply, read as text. It needs `close()`. */
export class ReplyBody {
  readonly #reader: FetchReader | undefined;
  readonly #watch: Watch;
  readonly #limit: number;
  readonly #decoder = new TextDecoder();
  /** Text that was looked at, but not given yet. */
  #ahead = "";
  #bytes = 0;
  #isEnded: boolean;
  #isBroken = false;

  /** `limit`: the most bytes that it may have. */
  constructor(body: FetchBody | null, watch: Watch, limit = Number.POSITIVE_INFINITY) {
    this.#reader = body?.getReader();
    this.#watch = watch;
    this.#limit = limit;
    this.#isEnded = body === null;
  }

  /** True when the connection broke, so that there is no more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /**
   * The text of the next bytes, undefined at the end. Rejects with a `ModelFailure`: `transport` when nothing comes in time or the
   * connection breaks, `malformed` when the body is too long.
   */
  async next(): Promise<string | undefined> {
    const ahead = this.#ahead;
    this.#ahead = "";
    return ahead === "" ? this.#take() : ahead;
  }

  /** How its text begins, without white space; empty for a body of nothing else. `next` gives that text all the same. Rejects as it does. */
  async start(): Promise<string> {
    let piece: string | undefined;
    do {
      piece = await this.#take();
      this.#ahead += piece ?? "";
    } while (piece?.trim() === "");
    return this.#ahead.trimStart();
  }

  /** All of its text, or the first bytes of it: the rest is then not read. */
  async text(first = Number.POSITIVE_INFINITY): Promise<string> {
    const pieces: string[] = [];
    while (this.#bytes < first) {
      const piece = await this.next();
      if (piece === undefined) break;
      pieces.push(piece);
    }
    return pieces.join("");
  }

  /** After the last bytes that matter: waits a moment for the end, since a body that is cut off costs its connection. */
  async finish(): Promise<void> {
    if (this.#isEnded) return;
    const last = await this.#watch.waitAtMost(END_WITHIN_MS, this.#read()).catch(() => undefined);
    this.#isEnded = last?.done === true;
  }

  /** Lets go of the connection. */
  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#reader!.cancel().then(undefined, () => undefined);
  }

  async #take(): Promise<string | undefined> {
    if (this.#isEnded) return undefined;
    const { done, value } = await this.#watch.wait(this.#read());
    if (!done && value !== undefined) {
      this.#bytes += value.byteLength;
      if (this.#bytes > this.#limit) throw replyTooLong(this.#limit);
      return this.#decoder.decode(value, { stream: true });
    }
    this.#isEnded = done;
    return this.#decoder.decode();
  }

  async #read(): ReturnType<typeof readOnce> {
    try {
      return await readOnce(this.#reader!);
    } catch (cause) {
      this.#isBroken = true;
      throw new ModelFailure({ kind: "transport" }, { cause });
    }
  }
}

/** With servers that mean to end the body it comes with the last event. */
const END_WITHIN_MS = 20;

async function readOnce(reader: FetchReader) {
  return reader.read();
}
