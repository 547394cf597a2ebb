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
  const store = options.store === undefined ? "own" : "host";
  return {
    kind: "run",
    format: 1,
    prompt: module.name,
    hash: module.hash!,
    compiler: module.compiler,
    input: decodeUtf8(run.args),
    limits: Object.fromEntries(Object.entries(run.limits).sort()) as JsonValue,
    settings: JSON.parse(JSON.stringify({ provenanceStart, debugCapture, ui, store })) as JsonValue,
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
    if (isGiven) compare(what, header[name], own[name]);
  }
  for (const [name, now] of Object.entries(own.settings as object)) {
    const kept: unknown = (header.settings as { readonly [name: string]: unknown } | undefined)?.[name];
    if (name === "store") compareStores(kept, now);
    else compare(`\`${name}\``, kept, now);
  }
  run.execution = header.execution;
  run.startedAt = header.startedAt;
  run.entropy.seed = BigInt(header.seed);
}

function compare(what: string, before: unknown, after: unknown): void {
  const [kept, now] = [before, after].map((value) => JSON.stringify(value));
  if (kept === now) return;
  // The sums of two texts tell nobody anything.
  if (what === HASH) throw refusal("the prompt file was edited since");
  throw refusal(`it is of a run with another ${what}: ${shortened(kept)}, now ${shortened(now)}`);
}

/** The files of a run's own store are made anew as it goes on, those of the host's are there. */
function compareStores(kept: unknown, now: unknown): void {
  if (kept === now || kept === undefined) return;
  if (kept === "host")
    throw refusal(
      "the run began with a `store` of the host, and now has none",
      "give the run the same `store` again",
    );
  throw refusal(
    "the run began without a `store` of the host, and now has one",
    "leave out the option `store`",
  );
}

function shortened(json = "nothing"): string {
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}

/** UTF-16 units of a value that a message shows. */
const LONGEST = 200;

/** What is the journal's where the options do not give it. */
const FREE = ["execution", "seed", "startedAt"];

const HASH = "text of the prompt file";

/** In the order in which they are looked at; then come the settings. */
const DIFFERENCES: readonly (readonly [field: keyof JournalHeader, name: string])[] = [
  ["format", "form of its journal"],
  ["prompt", "prompt"],
  ["hash", HASH],
  ["compiler", "compiler"],
  ["input", "input"],
  ["limits", "`limits`"],
  ["execution", "`execution`"],
  ["seed", "`seed`"],
  ["startedAt", "`startedAt`"],
];
