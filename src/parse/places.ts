import type { Span } from "../source.ts";
import type { Places } from "./prompt.ts";
import type { MapValue } from "./value.ts";

/** Where the keys of a frontmatter stand, and the names that its maps declare. */
export function placesOf(map: MapValue): Places {
  return {
    keys: keysOf(map),
    args: namesIn(map, "args"),
    models: namesIn(map, "models"),
    tools: namesIn(map, "tools"),
  };
}

function namesIn(map: MapValue, name: string): ReadonlyMap<string, Span> {
  const value = map.entries.find(({ key }) => key.text === name)?.value;
  return value?.kind === "map" ? keysOf(value) : new Map();
}

function keysOf({ entries }: MapValue): ReadonlyMap<string, Span> {
  return new Map(entries.map(({ key }) => [key.text, key.span]));
}
