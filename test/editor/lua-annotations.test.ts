import luaparse from "luaparse";
import { describe, expect, it } from "vitest";
import { host } from "../../src/check/host.ts";
import { luaAnnotations } from "../../src/editor/index.ts";
import { GUARDS, LINKS } from "../../src/lower/link.ts";
import { reserved } from "../../src/parse/name.ts";
import { readAnnotations } from "./annotated-lua.ts";

const text = luaAnnotations();
const { declarations, tags } = readAnnotations(text);
const names = declarations.map(({ name }) => name);

/** `tools.calls` stands in the class of `tools`. */
const fields = declarations.flatMap(({ name, tags }) =>
  typeof host[name] === "object"
    ? tags.filter(([tag]) => tag === "field").map(([, rest]) => `${name}.${rest.split(" ")[0]}`)
    : [],
);

/** `{ a: x, b: { c: x } }` names `a`, `b` and `b.c`. */
const namesIn = (globals: { readonly [name: string]: unknown }) =>
  Object.entries(globals).flatMap(([name, value]) => [
    name,
    ...(typeof value === "object" ? Object.keys(value as object).map((field) => `${name}.${field}`) : []),
  ]);

/** `_VERSION` is Lua's as well; an alias begins with a letter and cannot take it. */
const isLua = (name: string) =>
  name === "_VERSION" || reserved.get(name.split(".")[0]!) === "a Lua standard-library global";

describe("Lua annotations", () => {
  it("are Lua", () => {
    const { body } = luaparse.parse(text, { luaVersion: "5.3" });
    expect(body).toHaveLength(declarations.length);
  });

  it("are a file that nobody runs", () => {
    expect(text.startsWith("---@meta promptforge\n")).toBe(true);
    expect(text.endsWith("\n")).toBe(true);
    expect(text).not.toMatch(/\n\n\n| $/m);
  });

  it("have every name that the checker knows, and no other", () => {
    expect([...names, ...fields].sort()).toEqual(namesIn(host).sort());
  });

  it("have every name that a module can be linked with, and no other", () => {
    const linked = namesIn({ ...LINKS, ...GUARDS }).filter((name) => !isLua(name));
    expect([...names, ...fields].sort()).toEqual(linked.sort());
  });

  it("mark what may wait as async", () => {
    const waits = (name: string) => {
      const [library, field] = name.split(".");
      const value = host[library!]!;
      const kind = typeof value === "string" ? value : value[field!];
      return kind === "suspends" || kind === "fills" || kind === "gives";
    };
    const functions = declarations.filter(({ parameters }) => parameters !== undefined);
    const marked = functions.filter(({ tags }) => tags.some(([tag]) => tag === "async"));
    expect(marked.map(({ name }) => name)).toEqual(
      functions.map(({ name }) => name).filter((name) => waits(name)),
    );
    expect(marked.length).toBeGreaterThan(20);
  });

  it.each(
    declarations.filter(({ parameters }) => parameters !== undefined).map((one) => [one.name, one] as const),
  )("name the parameters of %s in their order", (_, { parameters, tags }) => {
    const documented = tags.filter(([tag]) => tag === "param").map(([, rest]) => rest.split(/\?? /)[0]);
    expect(documented).toEqual(parameters);
  });

  it("declare each type that they use, and use each that they declare", () => {
    const declared = tags
      .filter(([tag]) => tag === "class" || tag === "alias")
      .map(([, rest]) => /^[\w.]+/.exec(rest)![0]);
    expect(new Set(declared).size).toBe(declared.length);
    const uses = [...text.matchAll(/promptforge\.\w+/g)].map(([name]) => name);
    expect([...new Set(uses)].sort()).toEqual([...declared].sort());
    const ofGlobals = declarations.flatMap(({ tags }) => tags).filter(([tag]) => tag === "class");
    const types = declared.filter((name) => !ofGlobals.some(([, rest]) => rest === name));
    expect(types.filter((name) => uses.filter((use) => use === name).length < 2)).toEqual([]);
  });

  it("use no tag that language servers do not know", () => {
    const known = ["meta", "type", "class", "field", "alias", "param", "return", "overload", "async"];
    expect(tags.filter(([tag]) => !known.includes(tag))).toEqual([]);
  });
});
