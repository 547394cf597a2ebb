import { Failure } from "../engine/failure.ts";
import type { PromptModule } from "../engine/module.ts";
import { promptError } from "../engine/report.ts";
import type { RunOutcome } from "../outcome.ts";

/** How a run ends that its host has cancelled: it has failed, in a kind of its own (part 12, section 9). */
export function interruption(module: PromptModule, reason: unknown): RunOutcome {
  const cause = reason instanceof Failure ? reason.origin.cause : reason;
  const failure = new Failure("Cancelled", "interrupted by Ctrl-C", { cause });
  return { status: "failed", error: promptError(failure, module) };
}
