/** The end of a Lua loop: a plain `break` reaches it unless emitted loops of a goto lie between. */
export class BreakTarget {
  readonly label: string;
  isLabelled = false;
  isHidden = false;

  constructor(label: string) {
    this.label = label;
  }

  /** The label that a `break` needs here, if any. */
  use(): string | undefined {
    if (!this.isHidden) return undefined;
    this.isLabelled = true;
    return this.label;
  }

  /** Runs `body` inside a loop or switch of the compiler's own. */
  hide<T>(body: () => T): T {
    const before = this.isHidden;
    this.isHidden = true;
    const result = body();
    this.isHidden = before;
    return result;
  }
}
