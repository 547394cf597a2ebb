/**
 * The call sites of one region of Lua (a fence): what turns a site register into a line and names.
 * `sites` is flat: a number begins a site and is its line in the region, 1-based, negative for a tail call;
 * the strings behind it name its operands (`global 'x'`, empty for none). Site ids count from 1.
 */
export class Region {
  /** FMT-40: the chunk name. */
  readonly label: string;
  /** File line of the region's first Lua line. */
  readonly line: number;
  readonly #sites: readonly (number | string)[];
  #starts: number[] | undefined;

  constructor(label: string, line: number, sites: readonly (number | string)[]) {
    this.label = label;
    this.line = line;
    this.#sites = sites;
  }

  /** The position prefix of a site: `[string "label"]:line: ` (ERR-20). */
  position(site: number): string {
    return `[string "${this.label}"]:${this.lineOf(site)}: `;
  }

  /** The line of a site in the region, 1-based; 0 for no site. */
  lineOf(site: number): number {
    return Math.abs(this.#line(site));
  }

  /** True when the call at the site replaces its frame (manual §3.4.10). */
  isTailCall(site: number): boolean {
    return this.#line(site) < 0;
  }

  /** The name of an operand of a site, such as `global 'x'`; undefined when it has none. */
  name(site: number, operand: number): string | undefined {
    const at = this.#start(site);
    if (at === undefined) return undefined;
    for (let index = 1; index <= operand + 1; index++) {
      if (typeof this.#sites[at + index] !== "string") return undefined;
    }
    return (this.#sites[at + operand + 1] as string) || undefined;
  }

  #line(site: number): number {
    const at = this.#start(site);
    return at === undefined ? 0 : (this.#sites[at] as number);
  }

  #start(site: number): number | undefined {
    if (this.#starts === undefined) {
      this.#starts = [];
      for (let at = 0; at < this.#sites.length; at++) {
        if (typeof this.#sites[at] === "number") this.#starts.push(at);
      }
    }
    return this.#starts[site - 1];
  }
}
