import { arithmetic } from "./arithmetic.ts";
import { coercion } from "./coercion.ts";
import { format } from "./format.ts";
import type { Generator } from "./generator.ts";
import { numerals } from "./numeral.ts";
import { numericFor } from "./numeric-for.ts";
import { pack } from "./pack.ts";
import { patterns } from "./pattern.ts";

/** Every generator, in the order in which they run. */
export const generators: readonly Generator[] = [arithmetic, coercion, format, numerals, numericFor, pack, patterns];
