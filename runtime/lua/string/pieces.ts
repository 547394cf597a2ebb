import { spend } from "../fuel.ts";
import { reserve } from "../memory.ts";
import type { VM } from "../vm.ts";

/** So many bytes are converted in one go: well under a millisecond, whatever they are. */
const PIECE = 4096;

/**
 * A text converted piece by piece, so that no text can hang a run, and none over the memory ceiling comes out; spends a unit for every `2^shift` bytes. `convert` gives the text
 * for the bytes from `from` up to `to`.
 */
export function inPieces(
  vm: VM,
  text: string,
  shift: number,
  convert: (text: string, from: number, to: number) => string,
): string {
  const { length } = text;
  if (length <= PIECE) {
    spend(vm, length >> shift);
    return convert(text, 0, length);
  }
  let converted = "";
  for (let from = 0; from < length; from += PIECE) {
    spend(vm, PIECE >> shift);
    converted += convert(text, from, Math.min(from + PIECE, length));
    reserve(vm, converted.length);
  }
  return converted;
}
