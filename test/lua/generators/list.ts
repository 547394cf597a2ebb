import { arithmetic } from "./arithmetic.ts";
import { closing } from "./close.ts";
import { closures } from "./closures.ts";
import { coercion } from "./coercion.ts";
import { division } from "./division.ts";
import { errors } from "./errors.ts";
import { format } from "./format.ts";
import type { Generator } from "./generator.ts";
import { gotos } from "./goto.ts";
import { library } from "./library.ts";
import { metamethods } from "./metamethod.ts";
import { multiple } from "./multiple.ts";
import { numerals } from "./numeral.ts";
import { numericFor } from "./numeric-for.ts";
import { pack } from "./pack.ts";
import { patterns } from "./pattern.ts";
import { sorting } from "./sort.ts";
import { suspension } from "./suspension.ts";
import { syntax } from "./syntax.ts";
import { tables } from "./tables.ts";

/** Every generator, in the order in which they run. */
export const generators: readonly Generator[] = [
  arithmetic,
  closing,
  closures,
  coercion,
  division,
  errors,
  format,
  gotos,
  library,
  metamethods,
  multiple,
  numerals,
  numericFor,
  pack,
  patterns,
  sorting,
  suspension,
  syntax,
  tables,
];
