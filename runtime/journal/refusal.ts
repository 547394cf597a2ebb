import { fieldOf } from "../host/models/failure.ts";
import { thrownText } from "../host/thrown.ts";

const RESTART = "go on with what the run was started with, or give a new run a journal of its own";

/** Why a run cannot go on from its journal, and what to do. */
export function refusal(reason: string, help: string = RESTART): Error {
  return withHelp(`the journal does not fit this run: ${reason}`, help);
}

const AGAIN = "when it can be written, start the run again: it goes on from what was kept";

/** An entry could not be kept. */
export function unwritten(cause: unknown): Error {
  const help = fieldOf(cause, "help");
  return withHelp(
    `the journal could not be written: ${thrownText(cause)}`,
    typeof help === "string" ? help : AGAIN,
  );
}

/** An error with what the failure of a run says as its `help`. */
function withHelp(message: string, help: string): Error {
  return Object.assign(new Error(message), { help });
}
