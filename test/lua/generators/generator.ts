import type fc from "fast-check";
import type { DifferenceName } from "../differences.ts";

/** Makes programs of one kind for the comparison with real Lua. */
export interface Generator {
  readonly name: string;
  /** Lua programs, as byte strings. */
  readonly programs: fc.Arbitrary<string>;
  /** The known differences that they may meet. */
  readonly differences: readonly DifferenceName[];
  /** What a program is compared with: what real Lua makes of it, by default; or itself, with `user_input()` answering at once. */
  readonly compare?: "answers";
}
