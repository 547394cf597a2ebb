import { parseLua } from "../src/parse/lua/parse.ts";
import { tokenize } from "../src/parse/lua/tokens.ts";

/**
 * A Lua source without comments and blanks, its locals renamed to the shortest names; it does the same, but for names and
 * lines in messages. Strings and numbers keep their spelling. Throws for a source that does not compile.
 *
 * @param {string} source one character per byte
 * @returns {string}
 */
export function minifyLua(source) {
  const parsed = parseLua(source, "source", { dialect: "5.5" });
  if ("error" in parsed) throw new Error(parsed.error.text);
  const renamed = shortNames(parsed.chunk);
  const tokens = tokenize(source).tokens.slice(0, -1);
  const texts = tokens.map(({ start, end }) => renamed.get(start) ?? source.slice(start, end));
  return texts.map((text, place) => gap(texts[place - 1] ?? "", text) + text).join("");
}

/** A blank where two tokens side by side would be read as something else, such as `- -1` or `1 ..`. */
function gap(left, right) {
  const [first, second] = tokenize(left + right).tokens;
  return left === "" || (first.end === left.length && second?.end === left.length + right.length) ? "" : " ";
}

/**
 * The new names by the offsets of the old ones. A local takes the name whose number is the count of locals in scope, so
 * that no two that are visible together share one, and functions side by side use the same few.
 */
function shortNames(chunk) {
  const names = nodesOf(chunk).filter(({ kind }) => kind === "Name");
  const taken = new Set(names.filter(({ variable }) => variable === undefined).map(({ name }) => name));
  const slots = slotsOf(chunk);
  const spellings = spell(Math.max(0, ...slots.values()) + 1, taken);
  const renamed = new Map();
  for (const [variable, slot] of slots) renamed.set(variable.start, spellings[slot]);
  for (const { variable, start } of names)
    if (slots.has(variable)) renamed.set(start, spellings[slots.get(variable)]);
  return renamed;
}

/** The slot of each local that may be renamed: not `_ENV`, whose name has a meaning, nor the `self` that is not written. */
function slotsOf(chunk) {
  const slots = new Map();
  const declare = (variables, depth) => {
    const renamable = variables.filter(({ name }) => name !== "_ENV");
    for (const [place, variable] of renamable.entries()) slots.set(variable, depth + place);
    return depth + renamable.length;
  };
  const visitFunction = (node, depth, hasSelf = false) => {
    const parameters = [...node.parameters, node.varargTable].filter((variable) => variable !== undefined);
    visitBlock(node.body, declare(hasSelf ? parameters.slice(1) : parameters, depth));
  };
  const visitBlock = (block, depth) =>
    block.reduce((inner, statement) => visitStatement(statement, inner), depth);
  const visitStatement = (statement, depth) => {
    const visit = visitors[statement.kind] ?? visitExpressions;
    return visit(statement, depth) ?? depth;
  };
  const visitExpressions = (node, depth) => {
    for (const child of functionsOf(node)) visitFunction(child, depth);
  };
  // What gives a number declares locals for the statements that follow.
  const visitors = {
    Local: ({ variables, values }, depth) => {
      visitExpressions(values, depth);
      return declare(variables, depth);
    },
    LocalFunction: ({ variable, function: body }, depth) => {
      const inner = declare([variable], depth);
      visitFunction(body, inner);
      return inner;
    },
    FunctionDeclaration: ({ target, function: body }, depth) => {
      const isMethod = body.parameters[0]?.name === "self" && body.parameters[0].start < target.end;
      visitFunction(body, depth, isMethod);
    },
    Do: ({ body }, depth) => {
      visitBlock(body, depth);
    },
    While: ({ condition, body }, depth) => {
      visitExpressions(condition, depth);
      visitBlock(body, depth);
    },
    Repeat: ({ body, condition }, depth) => {
      visitExpressions(condition, visitBlock(body, depth));
    },
    If: ({ clauses, otherwise = [] }, depth) => {
      for (const { condition, body } of clauses) {
        visitExpressions(condition, depth);
        visitBlock(body, depth);
      }
      visitBlock(otherwise, depth);
    },
    NumericFor: ({ variable, from, to, step, body }, depth) => {
      visitExpressions([from, to, step], depth);
      visitBlock(body, declare([variable], depth));
    },
    GenericFor: ({ variables, values, body }, depth) => {
      visitExpressions(values, depth);
      visitBlock(body, declare(variables, depth));
    },
  };
  visitFunction(chunk, 0);
  return slots;
}

/** The functions in a piece of the tree, but not those inside them. */
function functionsOf(node) {
  return node?.kind === "Function" ? [node] : childrenOf(node).flatMap(functionsOf);
}

function nodesOf(node) {
  return [node, ...childrenOf(node).flatMap(nodesOf)];
}

/** Variables and labels are what nodes refer to, not parts of them. */
const references = new Set(["variable", "variables", "varargTable", "parameters", "environment", "label"]);

function childrenOf(node) {
  const parts = Object.entries(node ?? {}).filter(
    ([key, value]) => !references.has(key) && typeof value === "object",
  );
  return parts.flatMap(([, value]) => value).filter((value) => value !== null && typeof value === "object");
}

/** The first `count` names in the order of their length, without those that are taken. */
function spell(count, taken) {
  const names = [];
  for (let number = 0; names.length < count; number++) {
    const name =
      number < letters.length
        ? letters[number]
        : letters[Math.floor(number / letters.length) - 1] + letters[number % letters.length];
    if (!taken.has(name) && !isKeyword(name)) names.push(name);
  }
  return names;
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

function isKeyword(name) {
  return tokenize(name).tokens[0].type !== "<name>";
}
