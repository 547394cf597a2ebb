import { type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode, parseDocument } from "yaml";
import type { Source, Span } from "../source.ts";
import { Rejection, rejectFrontmatter, withinDepth } from "./failure.ts";
import { type Key, type MapValue, rejectType, type Value } from "./value.ts";
import { trim } from "./whitespace.ts";

export interface FrontmatterBlock {
  /** The top-level map. */
  readonly map: MapValue;
  /** The byte at which the Markdown body begins. */
  readonly bodyStart: number;
}

/**
 * The frontmatter of a file as YAML values (FMT-07, FMT-12). Rejects missing delimiters, YAML that does not
 * parse, and a document that is no map.
 */
export function readFrontmatter(source: Source): FrontmatterBlock {
  const { start, end, bodyStart } = delimit(source);
  const span = { start: source.byteOffset(start), end: source.byteOffset(end) };
  const root = withinDepth("Frontmatter", tooDeep, span, () => readYaml(source, start, end));
  if (root.kind !== "map" && root.kind !== "null") {
    rejectType(root, "a map");
  }
  const map: MapValue = root.kind === "map" ? root : { kind: "map", entries: [], span };
  return { map, bodyStart: source.byteOffset(bodyStart) };
}

/** The offsets of the YAML text and of the body in `source.text`; a raw line scan, blind to YAML (FMT-07). */
function delimit(source: Source): { start: number; end: number; bodyStart: number } {
  const { text } = source;
  const nextLine = (at: number): number => text.indexOf("\n", at) + 1 || text.length + 1;
  const isDelimiter = (at: number): boolean => trim(text.slice(at, nextLine(at) - 1)) === "---";
  const start = nextLine(0);
  const firstLine = { start: 0, end: source.byteOffset(start - 1) };
  if (!isDelimiter(0)) {
    const message = "file must begin with a --- frontmatter delimiter";
    throw new Rejection("frontmatter-missing", "Frontmatter", message, firstLine);
  }
  for (let line = start; line <= text.length; line = nextLine(line)) {
    if (isDelimiter(line)) return { start, end: line, bodyStart: Math.min(nextLine(line), text.length) };
  }
  throw new Rejection(
    "frontmatter-unclosed",
    "Frontmatter",
    "frontmatter was not closed with ---",
    firstLine,
  );
}

/** What the conversion of one document needs to know. */
interface Reading {
  readonly document: Document.Parsed;
  readonly spanOf: (node: ParsedNode) => Span;
  /** How many values aliases have repeated so far. */
  repeated: number;
}

/** As deep as the frontmatter may nest; far beyond what a prompt needs, far below what the stack holds. */
const maximumDepth = 128;
/** How many values aliases may repeat: a few lines of nested aliases can stand for billions. */
const maximumRepeated = 10_000;
const tooDeep = "invalid frontmatter: recursion limit exceeded";

function readYaml(source: Source, start: number, end: number): Value {
  const document = parseDocument(source.text.slice(start, end), {
    schema: "core",
    resolveKnownTags: false,
    intAsBigInt: true,
    // Duplicates are rejected with the specification's own texts, and its messages hold no dump of the source.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const toSpan = (from: number, to: number): Span => ({
    start: source.byteOffset(start + from),
    end: source.byteOffset(start + to),
  });
  const [error] = document.errors;
  if (error?.code === "RESOURCE_EXHAUSTION") rejectDepth(toSpan(...error.pos));
  if (error !== undefined)
    rejectFrontmatter("frontmatter-syntax", error.message.split("\n")[0]!, toSpan(...error.pos));
  if (document.contents === null) return { kind: "null", span: toSpan(0, 0) };
  const spanOf = (node: ParsedNode): Span => toSpan(node.range[0], node.range[1]);
  return readNode(document.contents, { document, spanOf, repeated: 0 }, 0, false);
}

function readNode(node: ParsedNode, reading: Reading, depth: number, isRepeated: boolean): Value {
  const span = reading.spanOf(node);
  if (depth > maximumDepth) rejectDepth(span);
  if (isRepeated && ++reading.repeated > maximumRepeated) {
    rejectFrontmatter("frontmatter-syntax", "repetition limit exceeded", span, "Repeat less with aliases.");
  }
  if (isAlias(node)) return { ...readNode(target(node, reading), reading, depth + 1, true), span };
  if (isSeq(node)) {
    const items = node.items.map((i) => readNode(i as ParsedNode, reading, depth + 1, isRepeated));
    return { kind: "sequence", items, span };
  }
  if (isMap(node)) {
    const entries = node.items.map((pair) => {
      const key = readKey(pair.key as ParsedNode, reading);
      return {
        key,
        value: readEntryValue(pair.value as ParsedNode | null, key, reading, depth + 1, isRepeated),
      };
    });
    return { kind: "map", entries, span };
  }
  return readScalar(node.value, span);
}

function rejectDepth(span: Span): never {
  throw new Rejection("nesting-too-deep", "Frontmatter", tooDeep, span, { located: true });
}

/** An empty value has no place of its own: it takes its key's. */
function readEntryValue(
  node: ParsedNode | null,
  key: Key,
  reading: Reading,
  depth: number,
  isRepeated: boolean,
): Value {
  if (node === null || (isScalar(node) && node.range[0] === node.range[1]))
    return { kind: "null", span: key.span };
  return readNode(node, reading, depth, isRepeated);
}

function readScalar(value: unknown, span: Span): Value {
  switch (typeof value) {
    case "bigint":
      return { kind: "integer", value, span };
    case "number":
      return { kind: "float", value, span };
    case "boolean":
      return { kind: "boolean", value, span };
    case "string":
      return { kind: "string", value, span };
    default:
      return { kind: "null", span };
  }
}

/** A key is its text: `5:` and `true:` are the names `5` and `true`. A list or a map is no key. */
function readKey(node: ParsedNode, reading: Reading): Key {
  const span = reading.spanOf(node);
  const scalar = isAlias(node) ? target(node, reading) : node;
  if (!isScalar(scalar)) {
    rejectType(
      isMap(scalar) ? { kind: "map", entries: [], span } : { kind: "sequence", items: [], span },
      "a string",
    );
  }
  return { text: typeof scalar.value === "string" ? scalar.value : (scalar.source ?? ""), span };
}

function target(alias: ParsedNode, reading: Reading): ParsedNode {
  const node = isAlias(alias) ? alias.resolve(reading.document) : alias;
  if (node !== undefined) return node as ParsedNode;
  return rejectFrontmatter("frontmatter-syntax", "unknown anchor", reading.spanOf(alias));
}
