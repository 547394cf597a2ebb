import type { Readable, Writable } from "node:stream";
import type { EffectContext, UserInputAnswer, UserInputRequest } from "promptforge-runtime";
import { TerminalLines } from "./terminal-lines.ts";

/** Where questions are asked. */
export interface TerminalInputOptions {
  /** Default: standard input. */
  readonly input?: Readable & { readonly isTTY?: boolean };
  /** Default: standard error, so that standard output is the program's own. */
  readonly output?: Writable & { readonly isTTY?: boolean };
  /** True for streams that are a terminal without being Node's own, as those of a remote shell. Default: what the streams say. */
  readonly terminal?: boolean;
}

/**
 * The `userInput` of a run that asks the person at the terminal (UIN-01). A question names the section that asks; its answer is one line,
 * without the line feed. Questions at the same time are asked one after another. Nothing is read before the first, and what is typed
 * or piped ahead answers the next.
 *
 * The end of the input, Ctrl-D at a terminal, answers `unavailable`. Ctrl-C goes to the `SIGINT` listeners of the process while the
 * question stands, and ends a process that has none; on streams other than standard input it drops the question, which cancels
 * the run (HOST-12). A question whose run no longer waits is taken back. Input that is no terminal is not shown any question.
 */
export function terminalInput(
  options: TerminalInputOptions = {},
): (request: UserInputRequest, context: Pick<EffectContext, "signal">) => Promise<UserInputAnswer> {
  let lines: TerminalLines | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return ({ section }, { signal }) => {
    const answer = last.then(async (): Promise<UserInputAnswer> => {
      signal?.throwIfAborted();
      lines ??= new TerminalLines({
        input: options.input ?? process.stdin,
        output: options.output ?? process.stderr,
        terminal: options.terminal,
      });
      const text = await lines.next(questionOf(section), signal);
      return text === undefined ? { unavailable: true } : { text };
    });
    last = answer.catch(() => undefined);
    return unlessAborted(answer, signal);
  };
}

function questionOf(section: string): string {
  // A heading may hold what moves a terminal's cursor.
  return `Input for "${section.replace(/\p{Cc}/gu, "\ufffd")}": `;
}

/** An answer, or the reason for which it is no longer wanted, whichever is first. */
function unlessAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
  });
}
