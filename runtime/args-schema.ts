import type { ArgDeclaration, Contract } from "./engine/module.ts";

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

/**
 * The schema of a contract's arguments: a string under the default declaration, else an object of the declared fields, in which
 * others may stand too (ARG-20). An argument may be left out when it is optional or has a default.
 */
export function argsSchema<Args>({ args }: Contract): ArgsSchema<Args> {
  const convert = ({ target }: { readonly target: string }) => ({ ...dialect(target), ...jsonSchema(args) });
  return {
    "~standard": {
      version: 1,
      vendor: "promptforge",
      validate: (value) => {
        const issues = args.isDefault ? textIssues(value) : objectIssues(args.declarations, value);
        return issues.length > 0 ? { issues } : { value: value as Args };
      },
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function textIssues(value: unknown): SchemaIssue[] {
  return typeof value === "string" ? [] : [{ message: "must be a string" }];
}

function objectIssues(declarations: readonly ArgDeclaration[], value: unknown): SchemaIssue[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [{ message: "must be an object" }];
  const issues: SchemaIssue[] = [];
  for (const declaration of declarations) {
    const { name, type } = declaration;
    const field = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (field === undefined) {
      if (isRequired(declaration)) issues.push({ message: "is required", path: [name] });
    } else if (!ACCEPTS[type](field)) issues.push({ message: `must be ${NAMES[type]}`, path: [name] });
  }
  return issues;
}

const ACCEPTS: { readonly [type in ArgDeclaration["type"]]: (value: unknown) => boolean } = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
};

const NAMES: { readonly [type in ArgDeclaration["type"]]: string } = {
  string: "a string",
  boolean: "a boolean",
  integer: "an integer",
  number: "a number",
};

function isRequired(declaration: ArgDeclaration): boolean {
  return !declaration.optional && declaration.default === undefined;
}

function jsonSchema({ isDefault, declarations }: Contract["args"]): Record<string, unknown> {
  if (isDefault) return { type: "string" };
  const properties: [string, unknown][] = declarations.map(({ name, type, description, default: preset }) => [
    name,
    {
      type,
      ...(description === undefined ? undefined : { description }),
      ...(preset === undefined
        ? undefined
        : { default: typeof preset === "bigint" ? Number(preset) : preset }),
    },
  ]);
  const required = declarations.filter(isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : undefined),
  };
}

/** What marks a JSON Schema as one of the target's dialect; OpenAPI 3.0 has no mark. Throws for an unknown target. */
function dialect(target: string): Record<string, string> {
  if (target === "draft-2020-12") return { $schema: "https://json-schema.org/draft/2020-12/schema" };
  if (target === "draft-07") return { $schema: "http://json-schema.org/draft-07/schema#" };
  if (target === "openapi-3.0") return {};
  throw new Error(`unsupported JSON Schema target: ${target}`);
}
