import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../source.ts";
import type { Context, Rule } from "./context.ts";
import { aliasCalled } from "./rules/alias-called.ts";
import { argsField } from "./rules/args-field.ts";
import { argumentUndeclared } from "./rules/argument-undeclared.ts";
import { argvAssignment } from "./rules/argv-assignment.ts";
import { capabilityUndeclared } from "./rules/capability-undeclared.ts";
import { fenceMisspelt } from "./rules/fence-misspelt.ts";
import { fieldUndefined } from "./rules/field-undefined.ts";
import { globalUndefined } from "./rules/global-undefined.ts";
import { guardedTableEmpty } from "./rules/guarded-table-empty.ts";
import { headingMalformed } from "./rules/heading-malformed.ts";
import { headingUnknown } from "./rules/heading-unknown.ts";
import { jumpMisplaced } from "./rules/jump-misplaced.ts";
import { placeholderUnresolvable } from "./rules/placeholder-unresolvable.ts";
import { proseAssignment } from "./rules/prose-assignment.ts";
import { returnInvalid } from "./rules/return-invalid.ts";
import { roleUndeclared } from "./rules/role-undeclared.ts";
import { roleUnused } from "./rules/role-unused.ts";
import { sectionUnreachable } from "./rules/section-unreachable.ts";
import { suspensionMisplaced } from "./rules/suspension-misplaced.ts";
import { sysAssignment } from "./rules/sys-assignment.ts";
import { toolUndeclared } from "./rules/tool-undeclared.ts";
import { toolUnused } from "./rules/tool-unused.ts";
import { varAssignment } from "./rules/var-assignment.ts";
import { varValueInvalid } from "./rules/var-value-invalid.ts";
import { versionUnsupported } from "./rules/version-unsupported.ts";

/** The rules that hold in both versions, by the names of their codes. */
export const rulesOfBoth: readonly Rule[] = [
  argsField,
  fenceMisspelt,
  fieldUndefined,
  globalUndefined,
  guardedTableEmpty,
  headingMalformed,
  headingUnknown,
  jumpMisplaced,
  placeholderUnresolvable,
  returnInvalid,
  sectionUnreachable,
  sysAssignment,
  varAssignment,
  varValueInvalid,
];

/** Those of version 0 alone. */
export const rulesOfVersionZero: readonly Rule[] = [
  aliasCalled,
  argumentUndeclared,
  argvAssignment,
  capabilityUndeclared,
  proseAssignment,
  roleUndeclared,
  roleUnused,
  suspensionMisplaced,
  toolUndeclared,
  toolUnused,
  versionUnsupported,
];

/** Those that do not look at the Lua. */
const rulesOfText: ReadonlySet<Rule> = new Set([fenceMisspelt, versionUnsupported]);

/** What the rules find and the prompt does not tell them to ignore, in file order; of Lua that cannot be followed nothing. */
export function findings(context: Context, rules: readonly Rule[]): readonly Diagnostic[] {
  const { isKnown } = context;
  for (const rule of rules) if (isKnown || rulesOfText.has(rule)) rule(context);
  return context.found
    .filter((finding) => !isIgnored(context.prompt.source, finding))
    .sort((a, b) => a.span.start - b.span.start || (a.code < b.code ? -1 : 1));
}

const IGNORE = /(?:--|#).*?\bpfc: ignore((?:[\s,]+[a-z\d-]+)+)/;

/** True when a comment on the line or the line before names the code: `-- pfc: ignore CODE`, `<!-- pfc: ignore CODE -->`. */
function isIgnored(source: Source, { code, line }: Diagnostic): boolean {
  const text = source.bytes.slice(source.lineStart(Math.max(1, line - 1)), source.lineStart(line + 1));
  return text.split("\n").some((written) =>
    IGNORE.exec(written)?.[1]
      ?.split(/[\s,]+/)
      .includes(code),
  );
}
