import type { Run } from "../engine/run-state.ts";
import type { JsonValue } from "../events.ts";
import { seedOf } from "../lua/math/seed.ts";
import { decodeUtf8 } from "../utf8.ts";
import type { JournalHeader } from "./entries.ts";
import { refusal } from "./refusal.ts";

/** The first entry of a run's journal. */
export function headerOf(run: Run): JournalHeader {
  const { module, options, startedAt, execution } = run;
  const { provenanceStart = 0, debugCapture = false, ui = null } = options;
  return {
    kind: "run",
    format: 1,
    prompt: module.name,
    hash: module.hash!,
    compiler: module.compiler,
    input: decodeUtf8(run.args),
    limits: Object.fromEntries(Object.entries(run.limits).sort()) as JsonValue,
    settings: JSON.parse(JSON.stringify({ provenanceStart, debugCapture, ui })) as JsonValue,
    execution,
    seed: String(seedOf(run.entropy)),
    startedAt,
  };
}

/** Lets a run go on as the one that the header is of: with its name, seed and start. Throws an `Error` for a run that was started with anything else. */
export function resume(run: Run, header: JournalHeader): void {
  const own = headerOf(run);
  for (const [name, what] of DIFFERENCES) {
    const isGiven = run.options[name as "seed"] !== undefined || !FREE.includes(name);
    const [kept, now] = [header, own].map((entry) => JSON.stringify(entry[name]));
    if (isGiven && kept !== now) throw refusal(`it is of a run with another ${what}: ${kept}, now ${now}`);
  }
  run.execution = header.execution;
  run.startedAt = header.startedAt;
  run.entropy.seed = BigInt(header.seed);
}

/** What is the journal's where the options do not give it. */
const FREE = ["execution", "seed", "startedAt"];

/** In the order in which they are looked at. */
const DIFFERENCES: readonly (readonly [field: keyof JournalHeader, name: string])[] = [
  ["format", "form of its journal"],
  ["prompt", "prompt"],
  ["hash", "text of the prompt file"],
  ["compiler", "compiler"],
  ["input", "input"],
  ["limits", "`limits`"],
  ["settings", "setting"],
  ["execution", "`execution`"],
  ["seed", "`seed`"],
  ["startedAt", "`startedAt`"],
];
