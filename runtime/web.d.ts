/*
 * The few names of the web platform that the runtime looks for. Each may be missing (QuickJS has none of them): code that uses
 * one tests for it first, but for `streams/`, which is for hosts that have them.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare var AbortController: { new (): AbortController } | undefined;
declare var MessageChannel:
  | { new (): { readonly port1: MessagePort; readonly port2: MessagePort } }
  | undefined;
declare var crypto: { getRandomValues(words: BigUint64Array): BigUint64Array } | undefined;
declare var setImmediate: ((callback: () => void) => unknown) | undefined;
declare var setTimeout: ((callback: () => void, milliseconds: number) => unknown) | undefined;
declare var clearTimeout: ((timer: unknown) => void) | undefined;

interface ReadableStreamDefaultController<Chunk> {
  enqueue(chunk: Chunk): void;
  close(): void;
  error(reason: unknown): void;
}

interface ReadableStream<Chunk> {
  cancel(reason?: unknown): Promise<void>;
}

declare var ReadableStream: {
  new <Chunk>(
    source: {
      pull?(controller: ReadableStreamDefaultController<Chunk>): void | PromiseLike<void>;
      cancel?(reason?: unknown): void | PromiseLike<void>;
    },
    strategy?: { readonly highWaterMark?: number },
  ): ReadableStream<Chunk>;
};

interface Response {
  readonly body: ReadableStream<Uint8Array> | null;
}

declare var Response: {
  new (
    body: ReadableStream<Uint8Array>,
    init: { readonly headers: { readonly [name: string]: string } },
  ): Response;
};

declare var TextEncoder: { new (): { encode(text: string): Uint8Array } };

interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  pathname: string;
  hash: string;
}

declare var URL: { new (address: string): URL };
declare function btoa(bytes: string): string;

declare var TextDecoder: {
  new (): { decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string };
};
declare var performance: { now(): number } | undefined;
declare var fetch: import("./adapters/openai/fetch.ts").Fetch | undefined;
