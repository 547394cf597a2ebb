import type { ArgDeclaration, Frontmatter, JsonValue, Role } from "../parse/prompt.ts";
import { array, bigint, boolean, call, type Expression, id, number, object, text } from "./es.ts";
import type { ModuleContext } from "./module-context.ts";
import { optional } from "./optional.ts";

/** The contract of a prompt as data: what the host needs to know before a run (FMT-17, ARG-19). */
export function lowerContract(module: ModuleContext, frontmatter: Frontmatter): Expression {
  const { args, models, capabilities, tools, input, output, maxToolIterations } = frontmatter;
  const asksNothing = [models, capabilities, tools].every((declared) => declared.length === 0);
  if (args.isDefault && asksNothing && (input ?? output ?? maxToolIterations) === undefined) {
    return call(module.use("defaultContract"), []);
  }
  const byName = [...args.args].sort((a, b) => (a.name < b.name ? -1 : 1));
  return object([
    [
      "args",
      object([
        ["isDefault", boolean(args.isDefault)],
        ["declarations", array(byName.map(lowerArg))],
      ]),
    ],
    ["roles", array(frontmatter.models.map(lowerRole))],
    [
      "capabilities",
      array(
        frontmatter.capabilities.map(({ ref, optional: isOptional, config }) =>
          object([
            ["ref", text(ref)],
            ["optional", boolean(isOptional)],
            ...optional("config", config, lowerJson),
          ]),
        ),
      ),
    ],
    [
      "tools",
      array(
        frontmatter.tools.map(({ alias, path }) =>
          object([
            ["alias", text(alias)],
            ["path", text(path)],
          ]),
        ),
      ),
    ],
    ...optional("input", frontmatter.input, lowerFile),
    ...optional("output", frontmatter.output, lowerFile),
    ...optional("maxToolIterations", frontmatter.maxToolIterations, number),
  ]);
}

function lowerArg(arg: ArgDeclaration): Expression {
  return object([
    ["name", text(arg.name)],
    ["type", text(arg.type)],
    ["optional", boolean(arg.optional)],
    ...optional("default", arg.default, lowerJson),
    ...optional("description", arg.description, text),
  ]);
}

function lowerRole(role: Role): Expression {
  return object([
    ["label", text(role.label)],
    ["keywords", array(role.keywords.map(text))],
    ...optional("minContext", role.minContext, number),
    ...optional("description", role.description, text),
  ]);
}

function lowerFile({ path, description }: { path: string; description: string }): Expression {
  return object([
    ["path", text(path)],
    ["description", text(description)],
  ]);
}

function lowerJson(value: JsonValue): Expression {
  if (value === null) return id("null");
  switch (typeof value) {
    case "boolean":
      return boolean(value);
    case "number":
      return number(value);
    case "bigint":
      return bigint(value);
    case "string":
      return text(value);
    default:
      return Array.isArray(value)
        ? array(value.map(lowerJson))
        : object(Object.entries(value).map(([key, inner]): [string, Expression] => [key, lowerJson(inner)]));
  }
}
