import { join } from "node:path";
import { readCases } from "./case.ts";
import { judge, type Problem } from "./judge.ts";
import { observe } from "./observe.ts";

/** What a worker is asked to do: the cases of one file by their places, in order. */
export interface Order {
  readonly file: string;
  readonly places: readonly number[];
  /** The folder for the modules; `promptforge-runtime` must resolve from it. */
  readonly folder: string;
}

/** What a worker reports: the case it begins, and how that case came out. */
export type Report =
  | { readonly begun: number }
  | { readonly place: number; readonly problems: readonly Problem[] };

/** The child process: runs the cases of its order, one at a time, and reports over IPC. */
export async function work(order: Order): Promise<void> {
  const cases = readCases(order.file);
  for (const place of order.places) {
    await tell({ begun: place });
    const entry = cases[place]!;
    const modulePath = join(order.folder, `case-${place}.mjs`);
    const problems = judge(entry.case.expect, await observe(entry.case, modulePath));
    await tell({ place, problems: plain(problems) });
  }
}

// A case that blocks this process must be known to the parent before it begins.
function tell(report: Report): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(report, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** Values as JSON can carry them: a missing value is said to be one. */
function plain(problems: readonly Problem[]): readonly Problem[] {
  const show = (value: unknown) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
  return problems.map(({ what, expected, actual }) => ({
    what,
    expected: show(expected),
    actual: show(actual),
  }));
}
