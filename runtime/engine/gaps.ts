import { encodeUtf8 } from "../utf8.ts";
import { Failure } from "./failure.ts";
import type { Run } from "./run-state.ts";
import { unusedNames } from "./unused-names.ts";

/** What a run lacks, group by group (PREP-06). */
export class Gaps {
  readonly bySlot: string[] = [];
  readonly byDeclaration: string[] = [];
  readonly conflicts: string[] = [];
  readonly roles: string[] = [];
}

/** Throws the `Failure` with the requirements notice when anything is missing (PREP-06 to PREP-08, MOD-13). */
export function refuse(run: Run, gaps: Gaps): void {
  const missing = new Set([...gaps.bySlot, ...gaps.byDeclaration]);
  const lines = [
    ...[...missing].map((id) => `missing required capability: ${id}`),
    ...gaps.conflicts,
    ...gaps.roles,
  ];
  if (lines.length === 0) return;
  const notice = ["the environment cannot satisfy this prompt:", ...lines.map((line) => `- ${line}`)].join(
    "\n",
  );
  const slots = run.module.contract.tools.map(({ alias }) => alias);
  const help = HELP + unusedNames("tools", run.options.tools, slots);
  throw new Failure("RequirementsUnmet", encodeUtf8(notice), missing.size > 0 ? { help } : {});
}

const HELP =
  "give the run the option `capabilities` with what is missing, or `tools` with a tool for each of the prompt's slots";

/** Writes a line into the host's own log. */
export function warn(run: Run, message: string): void {
  run.tell(run.options.onWarning, message);
}
