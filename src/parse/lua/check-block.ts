import type { Checker } from "./checker.ts";
import { leaveBlock } from "./labels.ts";
import { openBlock } from "./scope.ts";

/** Checks statements in a scope of their own, up to the keyword that ends them. */
export function checkBlock(checker: Checker): void {
  openBlock(checker.scope, false);
  checker.checkStatements(checker);
  leaveBlock(checker);
}
