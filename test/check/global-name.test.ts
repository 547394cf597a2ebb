import { describe, expect, it } from "vitest";
import { host } from "../../src/check/host.ts";
import { base, libraries } from "../../src/check/library.ts";
import { GUARDS, LINKS } from "../../src/lower/link.ts";
import { reserved } from "../../src/parse/name.ts";

type Names = Readonly<Record<string, unknown>>;

/** `log`, `store.read`: the full names of globals and of the fields of tables among them, sorted. */
function fullNames(globals: Names): string[] {
  return Object.entries(globals)
    .flatMap(([name, value]) =>
      typeof value === "object" && value !== null
        ? [name, ...Object.keys(value).map((field) => `${name}.${field}`)]
        : [name],
    )
    .sort();
}

const reservedAs = (category: string) =>
  [...reserved].flatMap(([name, of]) => (of === category ? [name] : [])).sort();

describe("the names of globals", () => {
  it("every global that values are traced through is linked, with the same fields, and of others the one text alone (ENV-01, ENV-30)", () => {
    const traced = fullNames({ ...base, ...libraries, ...host, _VERSION: "no values go through a text" });
    expect(traced.length).toBeGreaterThan(100);
    expect(fullNames({ ...LINKS, ...GUARDS })).toEqual(traced);
  });

  it("no alias or role label may take the name of one (FMT-27)", () => {
    expect(reservedAs("an Engine global")).toEqual(Object.keys(host).sort());
    expect(reservedAs("a Lua standard-library global")).toEqual(
      [...Object.keys(base), ...Object.keys(libraries)].sort(),
    );
  });
});
