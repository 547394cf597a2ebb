import type { Source, Span } from "../source.ts";
import type { Chunk } from "./lua/tree.ts";

/** One prompt file, parsed (part 01). */
export interface Prompt {
  readonly source: Source;
  /** The language that it is written in (V1-01). */
  readonly version: 0 | 1;
  readonly frontmatter: Frontmatter;
  readonly places: Places;
  /** The H1 title. */
  readonly title: string;
  readonly titleSpan: Span;
  /** Where the top-level code blocks of the body begin, fences and others; byte offsets in file order. */
  readonly code: readonly number[];
  /** The blocks of the H1 body; empty when it holds neither a Lua block nor prose (FMT-42, FMT-58). */
  readonly h1: readonly Block[];
  /** True when text for readers stands below a break of the H1 body (V1-12). */
  readonly hasNotes: boolean;
  readonly shared: LuaRegion | undefined;
  /** The top-level sections (H2), each with its children. */
  readonly sections: readonly Section[];
}

/** The keys of the frontmatter, and the names that its maps declare, with their places in the file. */
export interface Places {
  readonly keys: ReadonlyMap<string, Span>;
  readonly args: ReadonlyMap<string, Span>;
  readonly models: ReadonlyMap<string, Span>;
  readonly tools: ReadonlyMap<string, Span>;
}

/** FMT-08: the ten keys, validated; texts are UTF-16. */
export interface Frontmatter {
  readonly name: string;
  readonly description: string;
  /** Absent when the key is missing: the run refuses (FMT-15). */
  readonly promptforge: number | undefined;
  readonly maxToolIterations: number | undefined;
  readonly input: FileDeclaration | undefined;
  readonly output: FileDeclaration | undefined;
  readonly capabilities: readonly Capability[];
  readonly tools: readonly ToolSlot[];
  readonly args: ArgsDeclaration;
  readonly models: readonly Role[];
}

export interface FileDeclaration {
  readonly path: string;
  readonly description: string;
}

export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface Capability {
  readonly ref: string;
  readonly optional: boolean;
  /** Any YAML value; undefined when absent. */
  readonly config: JsonValue | undefined;
}

export interface ToolSlot {
  readonly alias: string;
  readonly path: string;
}

/** FMT-22, ARG-10..21. */
export interface ArgsDeclaration {
  /** True when the prompt has no `args:` key (ARG-19). */
  readonly isDefault: boolean;
  /** In file order. */
  readonly args: readonly ArgDeclaration[];
}

export interface ArgDeclaration {
  readonly name: string;
  readonly type: "string" | "boolean" | "integer" | "number";
  readonly optional: boolean;
  /** Undefined when there is none; an integer beyond the safe range is a bigint. */
  readonly default: string | boolean | number | bigint | undefined;
  readonly description: string | undefined;
}

export type Keyword = "thinking" | "no-thinking" | "frontier" | "fast" | "small" | "creative" | "chat";

export interface Role {
  readonly label: string;
  readonly keywords: readonly Keyword[];
  readonly minContext: number | undefined;
  readonly description: string | undefined;
}

/** A section of level 2 to 6 (FMT-35). */
export interface Section {
  readonly name: string;
  readonly level: number;
  /** The heading. */
  readonly span: Span;
  readonly blocks: readonly Block[];
  /** The items of a list section (FMT-59), undefined for any other. */
  readonly items: readonly string[] | undefined;
  readonly children: readonly Section[];
  /** True for a section that the walk passes by (V1-10). */
  readonly isOffWalk: boolean;
  /** True when text for readers stands below a break (V1-10). */
  readonly hasNotes: boolean;
}

export type Block = ProseBlock | LuaBlock;

/** The text before a fence, or that no fence follows. `span` covers it in the file. */
export interface ProseBlock {
  readonly kind: "prose";
  readonly text: string;
  readonly span: Span;
  /** What the model is sent, where prose is a model turn (V1-22). */
  readonly sent?: Template;
}

/**
 * A fence with the pending prose before it (FMT-44), nothing where prose is a model turn; the prose block before it is also in the list
 * of blocks.
 */
export interface LuaBlock {
  readonly kind: "lua";
  readonly region: LuaRegion;
  readonly prose: Template;
}

/** The Lua text of one fence. */
export interface LuaRegion {
  /** FMT-40: the chunk name used in messages. */
  readonly label: string;
  /** File line of the first Lua line: the line after the opening fence. */
  readonly line: number;
  /** Byte offset of the first Lua byte in `Source.bytes`: region offset + start = file offset. */
  readonly start: number;
  /** One character per byte. */
  readonly source: string;
  readonly chunk: Chunk;
}

/** Pending prose cut at its placeholders (part 05, section 2). `text` is the raw template. */
export interface Template {
  readonly text: string;
  /** Byte offset of the template's first character in the file. */
  readonly start: number;
  readonly pieces: readonly Piece[];
}

export type Piece =
  /** Literal text, escapes already resolved (SUB-15, SUB-17). */
  | { readonly kind: "text"; readonly text: string }
  /** `path` is trimmed; `offset` counts UTF-8 bytes of the template up to the `{{` (SUB-51). */
  | { readonly kind: "placeholder"; readonly path: string; readonly offset: number }
  /** `{{` without a later `}}` (SUB-60): always the last piece. */
  | { readonly kind: "unclosed"; readonly offset: number };
