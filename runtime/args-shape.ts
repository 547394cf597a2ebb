import type { SchemaIssue, Shape } from "./args-schema.ts";
import type { ArgDeclaration, Contract } from "./engine/module.ts";

/**
 * The shape of declared arguments: an object of their fields, in which others may stand too (ARG-20). An argument may be left out when
 * it is optional or has a default.
 */
export function argsShape({ args: { declarations } }: Contract): Shape {
  return { issues: (value) => objectIssues(declarations, value), json: jsonSchema(declarations) };
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

function jsonSchema(declarations: readonly ArgDeclaration[]): Record<string, unknown> {
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
