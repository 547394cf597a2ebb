import type { Template } from "../engine/module.ts";
import type { SectionVM } from "../engine/state.ts";
import type { Json, JsonObject } from "../json.ts";
import { hostError } from "../lua/host-error.ts";
import { index } from "../lua/index.ts";
import { reserve } from "../lua/memory.ts";
import { decodeUtf8, encodeUtf8 } from "../utf8.ts";
import { jsonFromLua, NotJson } from "./json-from-lua.ts";
import { displayText } from "./json-text.ts";
import { sysField } from "./sys.ts";

/**
 * Guards the name `prose` in a section VM: read-only, rendered at a block's first read and remembered when that succeeds, nil while
 * the shared library loads (FMT-48, FMT-49, SUB-04 to SUB-12). Author metatables on `_G` never see the name.
 */
export function installProse(vm: SectionVM): void {
  vm.globals.guards.set("prose", {
    read: () => {
      const { prose } = vm.entry;
      if (prose === undefined) return undefined;
      prose.rendered ??= renderProse(vm, prose.template);
      return prose.rendered;
    },
    write: () => {
      throw hostError(vm, "lua", "prose is read-only: assign to `var` or a section global instead");
    },
  });
}

/** A template filled from the state of this moment. Throws an error value of kind `lua` for the first placeholder that fails (SUB-50 to SUB-73). */
export function renderProse(vm: SectionVM, template: Template): string {
  if (template.length === 0) return "";
  const sources = { vm, var: vm.entry.readVar?.() ?? vm.chain.var };
  let text = "";
  for (const piece of template) {
    if (typeof piece === "string") text += piece;
    else {
      const [path, offset] = piece;
      const found =
        path === undefined ? failure("Unclosed", "unclosed '{{' in prose") : resolve(sources, path);
      if (typeof found !== "string") {
        throw hostError(vm, "lua", `${found.message} [${found.kind} at byte ${offset}]`);
      }
      text += found;
    }
  }
  reserve(vm, text.length);
  return text;
}

interface Sources {
  readonly vm: SectionVM;
  readonly var: JsonObject;
}

/** What a placeholder failed with: its substitution kind, and its text without the offset. */
interface Failure {
  readonly kind: string;
  readonly message: string;
}

/** The text of one placeholder. The order of the checks is SUB-70. */
function resolve(sources: Sources, path: string): string | Failure {
  const { chain, entry } = sources.vm;
  if (path === "args") return chain.args;
  if (path === "item") {
    const item = entry.seed?.item;
    return item === undefined
      ? failure("NilItem", "{{ item }} is nil (not inside a fanout arm)")
      : displayText(item);
  }
  if (path === "argv") return chain.argv === undefined ? nilArgv(path) : displayText(chain.argv);
  const segments = path.split(".");
  if (segments.some(isPadded))
    return failure("EmptySegment", `empty or padded path segment in ${shown(path)}`);
  const [root, ...keys] = segments as [string, ...string[]];
  const source = Object.hasOwn(ROOTS, root)
    ? ROOTS[root]!(sources, path, keys)
    : globalSource(sources, path, root, keys);
  if ("kind" in source) return source;
  const value = lookUp(source.value, source.keys);
  if (value === undefined) return failure("MissingKey", `missing ${shown(path)}`);
  return value === null ? failure("NullValue", `missing ${shown(path)}`) : displayText(value);
}

/** Where the rest of a path is looked up. */
interface Source {
  readonly value: Json | undefined;
  readonly keys: readonly string[];
}

type Root = (sources: Sources, path: string, keys: readonly string[]) => Source | Failure;

const ROOTS: { readonly [name: string]: Root } = {
  args: () => failure("NotATable", "args is a string, not a table"),
  item: () => failure("NotATable", "item is a string, not a table"),
  argv: ({ vm }, path, keys) =>
    vm.chain.argv === undefined ? nilArgv(path) : { value: vm.chain.argv, keys },
  var: (sources, path, keys) => (keys.length === 0 ? badPath(path) : { value: sources.var, keys }),
  sys: ({ vm }, path, [key, ...keys]) =>
    key === undefined ? badPath(path) : { value: sysField(vm.entry, key), keys },
};

/** A global of the section VM, read as Lua reads it (SUB-33 to SUB-37). */
function globalSource(
  { vm }: Sources,
  path: string,
  name: string,
  keys: readonly string[],
): Source | Failure {
  if (name === "prose") return notJson(path, name);
  const value = index(vm, vm.globals, name);
  if (value === undefined) {
    return failure("UnknownNamespace", `unknown namespace or global '${display(name)}' in ${shown(path)}`);
  }
  try {
    return { value: jsonFromLua(value, name), keys };
  } catch (thrown) {
    if (thrown instanceof NotJson) return notJson(path, name);
    throw thrown;
  }
}

/** The value at the keys; undefined when one is absent or the path goes on past what is no object (SUB-44, SUB-45). */
function lookUp(value: Json | undefined, keys: readonly string[]): Json | undefined {
  let current = value;
  for (const key of keys) current = current instanceof Map ? (current as JsonObject).get(key) : undefined;
  return current;
}

function failure(kind: string, message: string): Failure {
  return { kind, message };
}

function nilArgv(path: string): Failure {
  return failure("NilArgv", `${shown(path)} is nil (the args string is not JSON)`);
}

function badPath(path: string): Failure {
  return failure("BadPath", `bad path: ${shown(path)}`);
}

function notJson(path: string, name: string): Failure {
  return failure("Serialize", `global '${display(name)}' in ${shown(path)} is not JSON data`);
}

function isPadded(segment: string): boolean {
  return segment === "" || /^\p{White_Space}|\p{White_Space}$/u.test(decodeUtf8(segment));
}

function shown(path: string): string {
  return `{{ ${display(path)} }}`;
}

/** A path or name in a message: cut to 80 characters, then control characters escaped (SUB-71). */
function display(name: string): string {
  const characters = [...decodeUtf8(name)];
  const cut = characters.length > 80 ? `${characters.slice(0, 80).join("")}...` : characters.join("");
  return encodeUtf8(cut.replace(/\p{Cc}/gu, escaped));
}

function escaped(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u{${character.charCodeAt(0).toString(16).padStart(4, "0")}}`;
}

const SHORT_ESCAPES: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
