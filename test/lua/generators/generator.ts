import type fc from "fast-check";
import type { DifferenceName } from "../differences.ts";

/** Makes programs of one kind for the comparison with real Lua. */
export interface Generator {
  readonly name: string;
  /** Lua programs, as byte strings. */
  readonly programs: fc.Arbitrary<string>;
  /** The known differences that they may meet. */
  readonly differences: readonly DifferenceName[];
  /** True when its programs call `user_input`: they are run with calls that wait and with calls that answer at once. */
  readonly suspends?: true;
}
