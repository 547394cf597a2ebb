/**
 * Data of the host's side as JSON text, with U+FFFD in place of lone surrogates. Throws a `TypeError` that names the `place` for what
 * JSON does not have, a cycle, what is nested too deeply and what throws when it is read.
 */
export function hostText(data: unknown, place: string): string {
  let reason: string = typeof data;
  try {
    const text = JSON.stringify(data, refuseBigint) as string | undefined;
    // A lone surrogate is the only escape of six characters that begins with \ud; any other one is skipped with what it escapes.
    if (text !== undefined) return text.replace(/\\(?:ud...|.)/g, (found) => (found[5] ? "\\ufffd" : found));
  } catch (thrown) {
    reason = (thrown as Error).message;
  }
  throw new TypeError(`${place} is not JSON data: ${reason}`);
}

function refuseBigint(key: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  throw new TypeError(`\`${key}\` is a bigint, give a number or a string`);
}
