import { argTypes, keywords } from "../parse/contract.ts";
import { segment } from "../parse/global-name.ts";
import { grammar, reserved } from "../parse/name.ts";

/** A JSON schema, or `false`, which nothing fits. */
type Schema = false | { readonly [keyword: string]: unknown };

/**
 * The JSON schema (2020-12) of the frontmatter, for editors: it accepts and refuses what the parser does (FMT-08 to FMT-28, V1-04), as far
 * as JSON can tell. It sees no key that is written twice, and takes `5.0` for an integer.
 */
export function frontmatterSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Frontmatter of a PromptForge prompt",
    ...closed({ ...promptKeys, ...contractKeys }, ["name", "description"]),
    // V1-04: version 1 declares tools and models in its Lua.
    if: { properties: { promptforge: { const: 1 } }, required: ["promptforge"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { properties: Object.fromEntries(Object.keys(contractKeys).map((key) => [key, false])) },
  };
}

/** An object with these keys and no others. */
function closed(properties: { readonly [key: string]: Schema }, required: readonly string[] = []) {
  return { type: "object", properties, required, additionalProperties: false };
}

/** What is written, or an empty value, which counts as if the key were not there (FMT-12). */
function orEmpty(schema: { readonly type: string; readonly [keyword: string]: unknown }) {
  return { ...schema, type: [schema.type, "null"] };
}

function text(description: string): Schema {
  return { type: "string", description };
}

function integer(description: string, minimum: number, maximum: number) {
  return { type: "integer", minimum, maximum, description };
}

function flag(description: string): Schema {
  return { type: "boolean", default: false, description };
}

/** FMT-18. */
function file(description: string): Schema {
  const keys = { path: text("A path in the store."), description: text("What the file holds.") };
  return orEmpty({ ...closed(keys, ["path", "description"]), description });
}

const promptKeys: { readonly [key: string]: Schema } = {
  name: text("The name of the prompt."),
  description: text("What the prompt does."),
  promptforge: orEmpty(integer("The major version of the language: 0 or 1.", 0, 0xffffffff)),
  max_tool_iterations: integer("How many rounds one conversation with tools may take. Default 24.", 1, 1000),
  input: file("The file that the host puts into the store before the run."),
  output: file("The file that the host takes from the store after the run."),
};

/** A global name of so many segments (FMT-21). */
function globalName(segments: number, description: string): Schema {
  const one = segment.source.slice(1, -1);
  return { type: "string", pattern: `^${Array(segments).fill(one).join("/")}$`, description };
}

/** A map from names of the author's own (FMT-25 to FMT-27). */
function named(values: Schema, description: string, refused: readonly string[] = []): Schema {
  const names = { pattern: grammar.source, ...(refused.length > 0 && { not: { enum: refused } }) };
  return orEmpty({ type: "object", propertyNames: names, additionalProperties: values, description });
}

const capabilityId = globalName(2, "The id of a capability: `namespace/pack`.");

/** FMT-20. */
const capability: Schema = {
  anyOf: [
    capabilityId,
    closed(
      {
        ref: capabilityId,
        optional: flag("True: the prompt also runs without it."),
        config: { description: "Any settings for the capability." },
      },
      ["ref"],
    ),
  ],
};

/** FMT-23. */
const role: Schema = orEmpty(
  closed({
    keywords: {
      type: "array",
      items: { enum: keywords },
      description:
        "What kind of model is wanted. `thinking` and `no-thinking` must hold, the others are wishes.",
    },
    min_context: integer("The smallest context that will do, in tokens.", 1, 0xffffffff),
    description: text("What the role is for."),
  }),
);

/** What an integer of 64 bits can be, with or without a sign (ARG-16). */
const bits64 = { minimum: -(2 ** 63), maximum: 2 ** 64 };

/** FMT-22, ARG-16: a default is of the declared type. */
const arg: Schema = {
  ...closed(
    {
      type: { enum: argTypes, description: "What callers are to give." },
      optional: flag("True: callers may leave it out."),
      default: { description: "Shown to callers; a run does not fill it in." },
      description: text("What it means."),
    },
    ["type"],
  ),
  allOf: argTypes.map((type) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { properties: { default: { type: [type, "null"], ...(type === "integer" && bits64) } } },
  })),
};

const contractKeys: { readonly [key: string]: Schema } = {
  capabilities: orEmpty({
    type: "array",
    items: capability,
    description: "Packs of tools that the host must have installed.",
  }),
  tools: named(
    globalName(3, "The path of a tool: `namespace/pack/name`."),
    "Tools that the prompt may use, each under an alias of its own.",
    [...reserved.keys(), "open"],
  ),
  args: named(arg, "The arguments of the prompt. Without this key it takes one text."),
  models: named(role, "Roles that the host gives models to.", [...reserved.keys()]),
};
