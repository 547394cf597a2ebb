import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Prompt, RunEvent, RunOptions, RunOutcome } from "../../runtime/index.ts";
import { compile, type Diagnostic } from "../../src/index.ts";
import type { Case } from "./case.ts";
import { caseHost } from "./host.ts";
import type { Ending, Observed } from "./observed.ts";

/**
 * Runs a case over the shipped path: compiles the prompt to a module, writes it to `modulePath`, imports that and runs
 * it against the scripted host.
 */
export async function observe(given: Case, modulePath: string): Promise<Observed> {
  const { host, options, requests, toolCalls, unmet } = caseHost(given.host);
  const ending = await run(given, modulePath, options).catch(broken);
  return {
    ending,
    store: host.files(),
    ...reported(host.events),
    requests: requests(),
    toolCalls: toolCalls() as unknown as Observed["toolCalls"],
    unmet: unmet(),
  };
}

function reported(events: readonly RunEvent[]): Pick<Observed, "logs" | "reports"> {
  const logs: { section: string; message: string }[] = [];
  const reports: { section: string; event: string }[] = [];
  for (const event of events) {
    if (event.kind === "lua") logs.push({ section: event.section, message: event.message });
    else reports.push({ section: event.section, event: event.kind });
  }
  return { logs, reports };
}

async function run(given: Case, modulePath: string, options: RunOptions): Promise<Ending> {
  const path = `${given.id}.prompt.md`;
  const { code, diagnostics } = await compile({ path, text: given.prompt }, { types: false });
  const rejected = diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (rejected !== undefined) return rejection(rejected);
  if (code === undefined) return { kind: "broken", message: "compile gave neither a module nor an error" };
  writeFileSync(modulePath, code);
  const { default: prompt } = (await import(pathToFileURL(modulePath).href)) as { default: Prompt<string> };
  return endingOf(await prompt.start(given.input, options).outcome);
}

function rejection(diagnostic: Diagnostic): Ending {
  if (diagnostic.failure === undefined)
    return { kind: "broken", message: `${diagnostic.code}: ${diagnostic.message}` };
  return { kind: "parseError", failure: diagnostic.failure };
}

function endingOf(outcome: RunOutcome): Ending {
  if (outcome.status === "completed") return { kind: "result", text: outcome.text };
  if (outcome.status === "cancelled") return { kind: "cancelled" };
  const { kind, message, retryable, stack } = outcome.error;
  const [text] = message.split("\nstack traceback:") as [string];
  const line = lineOf(stack);
  return { kind: "error", error: { kind, message: text, retryable, ...(line !== undefined && { line }) } };
}

/** The prompt's line of the innermost frame: `at section 'A' (a.prompt.md:12)`. */
function lineOf(stack: string | undefined): number | undefined {
  const place = /^ +at .*:(\d+)\)$/m.exec(stack ?? "");
  return place === null ? undefined : Number(place[1]);
}

function broken(error: unknown): Ending {
  return { kind: "broken", message: error instanceof Error ? String(error.stack) : String(error) };
}
