/** An answer given at once, or promised. */
export type Awaitable<Answer> = Answer | PromiseLike<Answer>;

/**
 * Where the files of a run live. Paths have been checked (STO-20), `/` separates their names, texts are ordinary strings. Every
 * method may answer at once or with a promise; whatever it throws or rejects with, and an answer of another type, reaches Lua as `store
 * backend failure`.
 * Directories are made as parents of written files and stay until they are deleted (STO-45 to STO-48).
 */
export interface StoreBackend {
  /** The whole text of a file; undefined when there is none, also beneath a file. Throws for a directory and for text that is not UTF-8. */
  read(path: string): Awaitable<string | undefined>;
  /** Creates or replaces a file and its missing parents. Throws for a directory and beneath a file. */
  write(path: string, text: string): Awaitable<void>;
  /** Adds to the end of a file, created like `write` does. */
  append(path: string, text: string): Awaitable<void>;
  /** Removes a file or an empty directory; nothing happens when there is neither. Throws for a directory that holds anything. */
  delete(path: string): Awaitable<void>;
  /** True for a file and for a directory. */
  exists(path: string): Awaitable<boolean>;
  /** The paths of all files beneath a directory, at any depth and in any order; those of the whole store for the empty string. */
  list(directory: string): Awaitable<readonly string[]>;
}

/** Goes on with an answer: on the spot when it is there. */
export function after<Answer, Next>(
  answer: Awaitable<Answer>,
  next: (answer: Answer) => Awaitable<Next>,
): Awaitable<Next> {
  // A thenable of the host's own may not chain.
  return isPromise(answer) ? Promise.resolve(answer).then(next) : next(answer);
}

/** True for an answer that has yet to come. */
export function isPromise<Answer>(answer: Awaitable<Answer>): answer is PromiseLike<Answer> {
  return (
    typeof answer === "object" && answer !== null && "then" in answer && typeof answer.then === "function"
  );
}
