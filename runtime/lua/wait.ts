import type { Result, Value } from "./value.ts";

/** Code that stops and can be resumed: a generator, or a stack of those that are nested in it. */
export interface Resumable {
  next(value: Value): IteratorResult<unknown, Result>;
  /** Raises an error where the code waits. */
  throw(error: unknown): IteratorResult<unknown, Result>;
}

/** Whose code it is that waits. */
export interface Waiting {
  steps: Resumable;
}

/**
 * What suspending code yields, by `yield*` up to whoever drives it. It brings along what the driver needs for it, so that a module
 * links only the ways to wait that it has.
 */
export interface Wait<Who extends Waiting> {
  /** Called when it is yielded. True: the code goes on at once, with `undefined`. */
  begin(who: Who): boolean;
  /** True when it is no wait but a turn of the event loop: nothing to refuse where nothing can wait. */
  readonly isPause?: true;
}
