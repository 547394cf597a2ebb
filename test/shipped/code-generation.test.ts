import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { globSync } from "tinyglobby";
import typescript from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { featurePrompts, runnerOf } from "./feature-prompts.ts";
import { root, Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
  const paths = featurePrompts.map(({ path }) => relative(workplace.folder, path));
  for (const args of [
    ["--out", "plain"],
    ["--out", "bundled", "--bundle"],
    ["--out", "small", "--bundle", "--minify"],
  ]) {
    const { status, stderr } = await workplace.pfc("build", ...paths, ...args, "--no-types");
    if (status !== 0) throw new Error(stderr);
  }
}, 120_000);
afterAll(() => workplace?.remove());

const emitted = () => globSync(["**/*.js"], { cwd: workplace.folder, absolute: true });

describe("with code generation from strings switched off", () => {
  it("is off", async () => {
    const program = "try { new Function('return 1')(); } catch (error) { process.stdout.write(error.name); }";
    expect((await workplace.node(["--disallow-code-generation-from-strings", "-e", program])).stdout).toBe(
      "EvalError",
    );
  });

  it.each(["plain", "bundled", "small"])("every feature runs (%s)", async (kind) => {
    const runner = workplace.write(
      `run-${kind}.mjs`,
      runnerOf((name) => `./${kind}/${name}.prompt.js`),
    );
    const ended = await workplace.node(["--disallow-code-generation-from-strings", runner]);
    expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status: 0, stderr: "" });
    const expected = Object.fromEntries(featurePrompts.map(({ name, result }) => [name, result]));
    expect(JSON.parse(ended.stdout)).toEqual(expected);
  });
});

describe("no code is made from strings", () => {
  it("is found where it is", () => {
    const made = (code: string) => generators("x.ts", code);
    expect(made("eval('1')")).toEqual(["x.ts:1 eval"]);
    expect(made("\nnew Function('a', 'return a')")).toEqual(["x.ts:2 Function"]);
    expect(made("Function('return 1')()")).toEqual(["x.ts:1 Function"]);
    expect(made("globalThis['eval']('1')")).toEqual(["x.ts:1 eval"]);
    expect(made("(() => {}).constructor('return 1')()")).toEqual(["x.ts:1 constructor"]);
    expect(made("setTimeout('f()', 1)")).toEqual(["x.ts:1 setTimeout"]);
    expect(made("const evaluate = (f: LuaFunction) => f; // eval\nconst retrieval = 'eval';")).toEqual([]);
    expect(made("class A { constructor() {} }")).toEqual([]);
  });

  it.each([
    [
      "the sources of the runtime",
      () =>
        globSync(["runtime/**/*.ts"], { cwd: root, absolute: true, ignore: ["**/dist", "**/node_modules"] }),
    ],
    ["the built runtime", () => globSync(["runtime/dist/**/*.js"], { cwd: root, absolute: true })],
    ["emitted code, bundled and not", emitted],
  ])("in %s", (_, files) => {
    const paths = files();
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.flatMap((path) => generators(path, readFileSync(path, "utf8")))).toEqual([]);
  });
});

/** Where a program names what makes code from strings: `file:line name`. Texts and types are none. */
function generators(path: string, code: string): string[] {
  const file = typescript.createSourceFile(path, code, typescript.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: typescript.Node): void => {
    const name = generatorName(node);
    if (name !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path.startsWith(root) ? relative(root, path) : path}:${line + 1} ${name}`);
    }
    if (!typescript.isTypeNode(node)) node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const NAMES = new Set(["eval", "Function", "GeneratorFunction", "AsyncFunction"]);

function generatorName(node: typescript.Node): string | undefined {
  if (typescript.isIdentifier(node) && NAMES.has(node.text)) return node.text;
  if (typescript.isElementAccessExpression(node)) {
    const { argumentExpression: key } = node;
    if (typescript.isStringLiteralLike(key) && [...NAMES, "constructor"].includes(key.text)) return key.text;
  }
  if (typescript.isPropertyAccessExpression(node) && node.name.text === "constructor") return "constructor";
  if (!typescript.isCallExpression(node) || !typescript.isIdentifier(node.expression)) return undefined;
  const isTimer = /^set(Timeout|Interval|Immediate)$/.test(node.expression.text);
  return isTimer && typescript.isStringLiteralLike(node.arguments[0] ?? node)
    ? node.expression.text
    : undefined;
}
