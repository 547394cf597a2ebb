/*
 * The few names of the web platform that the runtime looks for. Each may be missing (QuickJS has none of them): code that uses
 * one tests for it first.
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
declare var crypto:
  | { randomUUID?(): string; getRandomValues(words: BigUint64Array): BigUint64Array }
  | undefined;
declare var setImmediate: ((callback: () => void) => unknown) | undefined;
declare var setTimeout: ((callback: () => void, milliseconds: number) => unknown) | undefined;
declare var clearTimeout: ((timer: unknown) => void) | undefined;
