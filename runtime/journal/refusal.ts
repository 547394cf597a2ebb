/** Why a run cannot go on from its journal. */
export function refusal(reason: string): Error {
  return new Error(`the journal does not fit this run: ${reason}`);
}
