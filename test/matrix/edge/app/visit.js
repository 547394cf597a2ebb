import { journal } from "promptforge-runtime/journal";
import digest from "./digest.prompt.md";

export const INPUT = { title: "Tides", topics: "moon, sun, wind" };

/**
 * What a user of a prompt does, with nothing but what the language has: runs it to its end, cancels a run at the first fragment of the
 * model, and goes on from what was kept of it. `model` must stall in the second conversation that it is asked to stream.
 */
export async function visit(model) {
  const completed = await toEnd(digest.start(INPUT, { model }));
  const entries = [];
  const append = (entry) => entries.push(JSON.stringify(entry));
  const cancelled = await toFirstFragment(digest.start(INPUT, { model, journal: journal({ append }) }));
  const kept = entries.map((entry) => JSON.parse(entry));
  const resumed = await toEnd(digest.start(INPUT, { model, journal: journal({ entries: kept, append }) }));
  return { completed, cancelled, resumed, madeFromText: madeFromText() };
}

/** Whether this platform makes code from strings. */
export function madeFromText() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

async function toEnd(run) {
  const fragments = [];
  for await (const fragment of run.text) fragments.push(fragment);
  return { fragments, outcome: plain(await run.outcome) };
}

async function toFirstFragment(run) {
  for await (const _fragment of run.text) {
    run.cancel();
    break;
  }
  return plain(await run.outcome);
}

function plain(outcome) {
  return outcome.status === "failed" ? { ...outcome, error: outcome.error.toJSON() } : outcome;
}
