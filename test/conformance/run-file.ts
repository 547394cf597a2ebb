import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readCases } from "./case.ts";
import type { Problem } from "./judge.ts";
import type { Order, Report } from "./worker.ts";

/** How one case came out; no problems: it passed. */
export interface Verdict {
  readonly file: string;
  readonly id: string;
  readonly rule: string;
  readonly problems: readonly Problem[];
}

/** How the cases are run. */
export interface Settings {
  /** The program that calls `work` with the order it finds as its last argument. */
  readonly program: string;
  /** Folder for modules; made when missing. */
  readonly cache: string;
  /** A case whose id or rule does not hold this text is left out. */
  readonly filter: string | undefined;
  /** Milliseconds until a case counts as hanging. */
  readonly patience: number;
  /** The heap of a child process in MiB. */
  readonly heap: number;
}

/**
 * Runs the cases of one file in a child process of its own, and of another one after each case that hangs or crashes.
 * A file that cannot be read gives one verdict that says so.
 */
export async function runFile(file: string, settings: Settings): Promise<readonly Verdict[]> {
  let cases: ReturnType<typeof readCases>;
  try {
    cases = readCases(file);
  } catch (error) {
    return [
      { file, id: "(file)", rule: "", problems: [problem("file", "a readable case file", String(error))] },
    ];
  }
  const wanted = [...cases.keys()].filter((place) => matches(cases[place]!.case, settings.filter));
  const found = new Map<number, readonly Problem[]>();
  for (const place of wanted) {
    const text = cases[place]!.problem;
    if (text !== undefined) found.set(place, [problem("case", "a well-formed case", text)]);
  }
  await runAll(
    file,
    wanted.filter((place) => !found.has(place)),
    settings,
    found,
  );
  return wanted.map((place) => {
    const { id, rule } = cases[place]!.case;
    return {
      file,
      id,
      rule,
      problems: found.get(place) ?? [problem("run", "a verdict", "the child process gave none")],
    };
  });
}

function matches({ id, rule }: { id: string; rule: string }, filter: string | undefined): boolean {
  return filter === undefined || id.includes(filter) || rule.includes(filter);
}

async function runAll(
  file: string,
  places: readonly number[],
  settings: Settings,
  found: Map<number, readonly Problem[]>,
): Promise<void> {
  let rest = places;
  while (rest.length > 0) {
    mkdirSync(settings.cache, { recursive: true });
    const folder = mkdtempSync(join(settings.cache, "cases-"));
    try {
      await runChild({ file, places: rest, folder }, settings, found);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const left = rest.filter((place) => !found.has(place));
    // A child that did not even begin a case would be started for ever.
    if (left.length === rest.length) return;
    rest = left;
  }
}

/** Starts one child; settles once it has ended. The case it was at then fails with the reason. */
function runChild(order: Order, settings: Settings, found: Map<number, readonly Problem[]>): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(settings.program, [JSON.stringify(order)], {
      // Neither the compiler nor a compiled prompt makes code from strings.
      execArgv: [`--max-old-space-size=${settings.heap}`, "--disallow-code-generation-from-strings"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let running: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    let complaint = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4000);
    });
    child.on("message", (report: Report) => {
      clearTimeout(timer);
      if ("begun" in report) {
        running = report.begun;
        timer = setTimeout(() => {
          found.set(report.begun, [problem("run", `an end within ${settings.patience} ms`, "it hangs")]);
          child.kill("SIGKILL");
        }, settings.patience);
      } else {
        found.set(report.place, report.problems);
        running = undefined;
      }
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const at = running ?? order.places.find((place) => !found.has(place));
      if (at !== undefined && !found.has(at)) {
        const end =
          code === 13
            ? "nothing is left to wait for, and there is no outcome"
            : `the process ended (${signal ?? code})`;
        found.set(at, [problem("run", "an outcome", `${end} ${complaint}`.trim())]);
      }
      resolve();
    });
  });
}

function problem(what: string, expected: unknown, actual: unknown): Problem {
  return { what, expected, actual };
}
