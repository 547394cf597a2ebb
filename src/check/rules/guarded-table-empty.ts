import type { Context } from "../context.ts";
import { accessFrom, isSpotOf, isTarget, type Mention, valueFor } from "../mention.ts";
import type { Spot } from "../spot.ts";

/** `argv` outside the H1 body, `var` and `sys` are empty stand-ins that only an index sees through (ARG-53, VAR-02, SYS-03). */
export function guardedTableEmpty(context: Context): void {
  for (const name of ["argv", "var", "sys"]) {
    if (!context.traced.installed.has(name) || !context.isKept(name)) continue;
    for (const mention of context.mentions.of(name)) {
      if (name === "argv" && mention.room.kind !== "section") continue;
      const { keys, spot } = accessFrom(mention.spot);
      const reader = isLength(spot, keys, context, mention)
        ? "#"
        : context.fact(callsOfReaders).get(spot.up?.node);
      if (reader === undefined || !isFirst(spot)) continue;
      report(context, mention, { spot, reader, what: [name, ...keys.map((key) => key ?? "…")].join(".") });
    }
  }
}

function report(
  context: Context,
  mention: Mention,
  { spot, reader, what }: { spot: Spot; reader: string; what: string },
): void {
  const shown = reader === "#" ? `\`#${what}\` is always 0` : `\`${reader}(${what})\` sees nothing`;
  const message = `${shown}: \`${mention.name}\` is a guarded table`;
  context.reportNode("guarded-table-empty", mention, spot.up!.node, { message });
}

/** What reads a table as a whole, and from how many arguments on it is told where to stop. */
const READERS: Readonly<Record<string, number>> = {
  next: Number.POSITIVE_INFINITY,
  pairs: Number.POSITIVE_INFINITY,
  "table.concat": 4,
  "table.unpack": 3,
};

/** The readers by their calls. */
function callsOfReaders(context: Context): ReadonlyMap<unknown, string> {
  return new Map(
    Object.entries(READERS).flatMap(([reader, enough]) =>
      context
        .callsOf(reader)
        .filter(({ call }) => call.node.arguments.length < enough)
        .map(({ call }) => [call.node, reader]),
    ),
  );
}

/** True for the table in `#t` and in `pairs(t)`. */
function isFirst({ node, up }: Spot): boolean {
  return isSpotOf(up, "Unary") || (isSpotOf(up, "Call") && up.node.arguments[0] === node);
}

/** `#argv`, and `#var.list` where the Lua gives `list` nothing but tables; any other field may be a text, which has a length. */
function isLength(
  { up }: Spot,
  keys: readonly (string | undefined)[],
  context: Context,
  { name }: Mention,
): boolean {
  if (!isSpotOf(up, "Unary") || up.node.operator !== "#") return false;
  if (keys.length === 0) return true;
  return name === "var" && keys.length === 1 && holdsTables(context, keys[0]);
}

function holdsTables({ mentions }: Context, key: string | undefined): boolean {
  const written = mentions.of("var").flatMap(({ spot }) => {
    const access = accessFrom(spot);
    if (!isTarget(access.spot) || access.keys.length !== 1) return [];
    return access.keys[0] === key || access.keys[0] === undefined ? [valueFor(access.spot)] : [];
  });
  return written.length > 0 && written.every((value) => value?.kind === "Table");
}
