import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

interface Import {
  readonly from: string;
  /** A path from the root for a relative import, else the specifier. */
  readonly to: string;
  readonly isType: boolean;
  /** The values that are imported by name. */
  readonly names: readonly string[];
}

const files = globSync(["src/**/*.ts", "runtime/**/*.ts"], {
  cwd: root,
  ignore: ["**/dist", "**/node_modules"],
});
const imports = files.flatMap(importsOf);

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), "utf8").replace(/^\s*(\/\*\*?[\s\S]*?\*\/|\/\/.*$)/gm, "");
  const found = text.matchAll(
    /^(?:import|export)\b(\s+type\b)?([^"';]*?)\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|(typeof\s+)?\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, type, clause, named, bare, typeOf, dynamic]) => {
    const specifier = (named ?? bare ?? dynamic)!;
    const to = specifier.startsWith(".") ? relative(root, join(root, dirname(from), specifier)) : specifier;
    const isType = type !== undefined || typeOf !== undefined;
    return { from, to, isType, names: isType ? [] : valuesOf(clause ?? "") };
  });
}

/** `{ a, type B, c as d }` imports the values `a` and `c`. */
function valuesOf(clause: string): string[] {
  const parts = (/\{([^}]*)\}/.exec(clause)?.[1] ?? "").split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "" && !part.startsWith("type ")).map((part) => part.split(" ")[0]!);
}

const within = (folder: string) => (path: string) => path.startsWith(folder);
const phases = ["src/parse/", "src/check/", "src/lower/", "src/print/"];
const edges = ["src/cli/", "src/node/", "src/plugin/", "src/web/"];
const isEdge = (path: string) => edges.some((edge) => path.startsWith(edge));
const show = ({ from, to }: Import) => `${from} imports ${to}`;

describe("who may import whom", () => {
  it("finds the imports it judges", () => {
    expect(imports.map(show)).toContain("src/cli/main.ts imports citty");
    expect(imports.map(show)).toContain("src/cli/main.ts imports src/cli/build.ts");
    expect(imports.some(({ to, isType }) => isType && to === "src/parse/prompt.ts")).toBe(true);
  });

  it.each(phases)(
    "%s sees itself, the trees of the phase before it, the source and the diagnostics",
    (phase) => {
      const earlier = phases.slice(0, phases.indexOf(phase));
      const allowed = [phase, ...earlier, "src/diagnostics/", "src/source.ts", "src/version.ts"];
      const own = imports.filter(({ from, to }) => from.startsWith(phase) && /^(src|runtime)\//.test(to));
      expect(own.filter(({ to }) => !allowed.some((place) => to.startsWith(place))).map(show)).toEqual([]);
    },
  );

  it("only compile.ts calls the phases", () => {
    const verbs: { readonly [file: string]: string } = {
      "src/parse/parse.ts": "parse",
      "src/check/check.ts": "check",
      "src/lower/lower.ts": "lower",
      "src/print/print.ts": "print",
      "src/print/declaration.ts": "printDeclaration",
    };
    const callers = imports.filter(({ to, names }) => verbs[to] !== undefined && names.includes(verbs[to]));
    expect([...new Set(callers.map(({ from }) => from))]).toEqual(["src/compile.ts"]);
  });

  it("the command line, the Node host and the plugins use the public surface, the source and the diagnostics", () => {
    const allowed = [
      ...edges,
      "src/index.ts",
      "src/editor/index.ts",
      "src/source.ts",
      "src/version.ts",
      "src/diagnostics/",
    ];
    const outside = imports.filter(
      ({ from, to }) => edges.some((edge) => from.startsWith(edge)) && /^(src|runtime)\//.test(to),
    );
    expect(outside.filter(({ to }) => !allowed.some((place) => to.startsWith(place))).map(show)).toEqual([]);
  });

  it("the editors' files read the parser's tables", () => {
    const allowed = ["src/editor/", "src/parse/contract.ts", "src/parse/global-name.ts", "src/parse/name.ts"];
    const own = imports.filter(({ from }) => from.startsWith("src/editor/"));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter(({ to }) => !allowed.some((place) => to.startsWith(place))).map(show)).toEqual([]);
  });

  it("only they use node:", () => {
    const users = imports.filter(
      ({ from, to }) => to.startsWith("node:") && !edges.some((edge) => from.startsWith(edge)),
    );
    expect(users.map(show)).toEqual([]);
  });

  it("the web tools run on any platform and know nothing of the compiler", () => {
    const outside = imports.filter(
      ({ from, to }) =>
        from.startsWith("src/web/") && (to.startsWith("node:") || /^(src|runtime)\/(?!web\/)/.test(to)),
    );
    expect(outside.map(show)).toEqual([]);
  });

  it("the runtime imports nothing outside itself", () => {
    const outside = imports.filter(
      ({ from, to }) => from.startsWith("runtime/") && !to.startsWith("runtime/"),
    );
    expect(outside.map(show)).toEqual([]);
  });

  it("the compiler imports types of the runtime only; its edges import the public values too", () => {
    const runtimes = imports.filter(
      ({ from, to }) => from.startsWith("src/") && /^(runtime\/|promptforge-runtime)/.test(to),
    );
    const isAllowed = ({ from, to, isType }: Import) =>
      isType || (isEdge(from) && to.startsWith("promptforge-runtime") && !to.endsWith("/internal"));
    expect(runtimes.filter((found) => !isAllowed(found)).map(show)).toEqual([]);
  });

  it("nothing in the compiler imports its edges", () => {
    const users = imports.filter(({ from, to }) => isEdge(to) && !isEdge(from));
    expect(users.map(show)).toEqual([]);
  });

  it.each([
    ["unified", within("src/parse/markdown.ts")],
    ["remark-parse", within("src/parse/markdown.ts")],
    ["micromark", within("src/parse/markdown.ts")],
    ["micromark-util-subtokenize", within("src/parse/markdown.ts")],
    ["yaml", (path) => ["src/parse/frontmatter.ts", "src/cli/script-file.ts"].includes(path)],
    ["luaparse", within("src/parse/lua/")],
    ["ts-morph", within("src/print/declaration.ts")],
    ["@jridgewell/gen-mapping", within("src/print/declaration-map.ts")],
    ["citty", within("src/cli/")],
    ["tinyglobby", within("src/cli/")],
    ["unplugin", within("src/plugin/")],
    ["ipaddr.js", within("src/web/address.ts")],
    ["linkedom", within("src/web/page-document.ts")],
    ["@mozilla/readability", within("src/web/article.ts")],
    ["turndown", within("src/web/markdown.ts")],
    ["undici", within("src/node/web-fetch.ts")],
  ] as [string, (path: string) => boolean][])("%s has one importer", (library, place) => {
    const users = imports.filter(({ to }) => to === library || to.startsWith(`${library}/`));
    expect(users.filter(({ from, isType }) => !isType && !place(from)).map(show)).toEqual([]);
  });
});
