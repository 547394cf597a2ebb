/** What names an operand in messages, by the letter that stands for it in a site. */
const KINDS: { readonly [letter: string]: string } = {
  c: "constant",
  f: "field",
  g: "global",
  i: "for iterator",
  l: "local",
  m: "method",
  u: "upvalue",
};

/**
 * The call sites of one region of Lua (a fence): what turns a site register into a line and names. `sites` is one text, sites apart by
 * newlines: how many lines it is below the site before it, a `t` behind for a tail call, then the names of its operands, each
 * behind a tab with a letter for its kind: `3\tgprint`. Backslashes, tabs and newlines in names are escaped. Site ids count from 1.
 */
export class Region {
  /** FMT-40: the chunk name. */
  readonly label: string;
  /** File line of the region's first Lua line. */
  readonly line: number;
  readonly #text: string;
  #sites: readonly Site[] | undefined;

  constructor(label: string, line: number, sites: string) {
    this.label = label;
    this.line = line;
    this.#text = sites;
  }

  /** The position prefix of a site: `[string "label"]:line: ` (ERR-20). */
  position(site: number): string {
    return `[string "${this.label}"]:${this.lineOf(site)}: `;
  }

  /** The line of a site in the region, 1-based; 0 for no site. */
  lineOf(site: number): number {
    return this.#site(site)?.line ?? 0;
  }

  /** True when the call at the site replaces its frame (manual §3.4.10). */
  isTailCall(site: number): boolean {
    return this.#site(site)?.isTailCall === true;
  }

  /** The name of an operand of a site, such as `global 'x'`; undefined when it has none. */
  name(site: number, operand: number): string | undefined {
    const name = this.#site(site)?.names[operand];
    if (!name) return undefined;
    const text = name.slice(1).replace(/\\(.)/g, (_, c: string) => (c === "t" ? "\t" : c === "n" ? "\n" : c));
    return `${KINDS[name[0]!]} '${text}'`;
  }

  #site(site: number): Site | undefined {
    this.#sites ??= decode(this.#text);
    return this.#sites[site - 1];
  }
}

interface Site {
  readonly line: number;
  readonly isTailCall: boolean;
  readonly names: readonly string[];
}

function decode(text: string): Site[] {
  let line = 0;
  return text.split("\n").map((entry) => {
    const [first = "", ...names] = entry.split("\t");
    line += Number.parseInt(first, 10) || 0;
    return { line, isTailCall: first.endsWith("t"), names };
  });
}
