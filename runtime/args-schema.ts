/** A value that a schema refuses: why, and where. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly string[];
}

/** What a prompt takes, as Standard Schema and Standard JSON Schema 1 (standardschema.dev). */
export interface ArgsSchema<Args> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "promptforge";
    readonly types?: { readonly input: Args; readonly output: Args } | undefined;
    readonly validate: (
      value: unknown,
    ) => { readonly value: Args; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** What a schema says: its issues with a value, and itself as JSON Schema without the mark of a dialect. */
export interface Shape {
  readonly issues: (value: unknown) => readonly SchemaIssue[];
  readonly json: Record<string, unknown>;
}

/** The shape of the default declaration: a string. */
export const TEXT: Shape = {
  issues: (value) => (typeof value === "string" ? [] : [{ message: "must be a string" }]),
  json: { type: "string" },
};

/** The schema of a shape. Its JSON Schema throws for an unknown target. */
export function argsSchema<Args>({ issues, json }: Shape): ArgsSchema<Args> {
  const convert = ({ target }: { readonly target: string }) => {
    if (!Object.hasOwn(DIALECTS, target)) throw new Error(`unsupported JSON Schema target: ${target}`);
    return { ...DIALECTS[target], ...json };
  };
  return {
    "~standard": {
      version: 1,
      vendor: "promptforge",
      validate: (value) => {
        const found = issues(value);
        return found.length > 0 ? { issues: found } : { value: value as Args };
      },
      jsonSchema: { input: convert, output: convert },
    },
  };
}

/** What marks a JSON Schema as one of the target's dialect; OpenAPI 3.0 has no mark. */
const DIALECTS: { readonly [target: string]: Record<string, string> } = {
  "draft-2020-12": { $schema: "https://json-schema.org/draft/2020-12/schema" },
  "draft-07": { $schema: "http://json-schema.org/draft-07/schema#" },
  "openapi-3.0": {},
};
