import { describe, expect, test } from "vitest";
import { chunkOf, errorOf, shape, statementOf } from "./harness.ts";

const integer = (value: number) => ({ kind: "Integer", value });
const string = (value: string) => ({ kind: "String", value });
const global = (name: string) => ({ kind: "Name", name, variable: undefined, environment: undefined });
const local = (name: string, attribute?: string) => ({ name, attribute });
const use = (name: string, attribute?: string) => ({
  kind: "Name",
  name,
  variable: local(name, attribute),
  environment: undefined,
});
const index = (object: unknown, key: unknown) => ({ kind: "Index", object, key });
const call = (name: string, ...values: unknown[]) => ({
  kind: "CallStatement",
  call: { kind: "Call", callee: global(name), arguments: values },
});
const functionOf = (parameters: unknown[], body: unknown[], vararg = false, varargTable?: unknown) => ({
  kind: "Function",
  parameters,
  vararg,
  varargTable,
  body,
});

test("a chunk is a vararg function without parameters (LUA-05)", () => {
  expect(shape(chunkOf(""))).toEqual({
    kind: "Chunk",
    parameters: [],
    vararg: true,
    varargTable: undefined,
    body: [],
  });
  const blank = " ; ;; -- only a comment";
  expect(chunkOf(blank)).toMatchObject({ start: 0, end: blank.length, body: [] });
});

describe("statements (Lua 5.5 manual §3.3)", () => {
  test.each<[string, unknown]>([
    ["local a", { kind: "Local", variables: [local("a")], values: [] }],
    [
      "local a <const>, b <close>, c = 1, ...",
      {
        kind: "Local",
        variables: [local("a", "const"), local("b", "close"), local("c")],
        values: [integer(1), { kind: "Vararg" }],
      },
    ],
    [
      "local function f(a, b) f() end",
      {
        kind: "LocalFunction",
        variable: local("f"),
        function: functionOf(
          [local("a"), local("b")],
          [{ kind: "CallStatement", call: { kind: "Call", callee: use("f"), arguments: [] } }],
        ),
      },
    ],
    [
      "global a, b <const>",
      { kind: "GlobalDeclaration", names: [global("a"), global("b")], values: undefined },
    ],
    [
      "global <const> a = 1, 2",
      { kind: "GlobalDeclaration", names: [global("a")], values: [integer(1), integer(2)] },
    ],
    ["global function f() end", { kind: "GlobalFunction", name: global("f"), function: functionOf([], []) }],
    ["a = 1", { kind: "Assignment", targets: [global("a")], values: [integer(1)] }],
    [
      "a, b.c, d[1] = 1, 2",
      {
        kind: "Assignment",
        targets: [global("a"), index(global("b"), string("c")), index(global("d"), integer(1))],
        values: [integer(1), integer(2)],
      },
    ],
    ["(a).b = 1", { kind: "Assignment", targets: [index(global("a"), string("b"))], values: [integer(1)] }],
    ["function a() end", { kind: "FunctionDeclaration", target: global("a"), function: functionOf([], []) }],
    [
      "function a.b.c(...) end",
      {
        kind: "FunctionDeclaration",
        target: index(index(global("a"), string("b")), string("c")),
        function: functionOf([], [], true),
      },
    ],
    [
      "function a.b:c(d, ...e) end",
      {
        kind: "FunctionDeclaration",
        target: index(index(global("a"), string("b")), string("c")),
        function: functionOf([local("self"), local("d")], [], true, local("e", "vararg")),
      },
    ],
    ["f(1)", call("f", integer(1))],
    ["do f() end", { kind: "Do", body: [call("f")] }],
    ["while a do f() end", { kind: "While", condition: global("a"), body: [call("f")] }],
    [
      "repeat local a until a",
      { kind: "Repeat", body: [{ kind: "Local", variables: [local("a")], values: [] }], condition: use("a") },
    ],
    [
      "if a then f() end",
      { kind: "If", clauses: [{ condition: global("a"), body: [call("f")] }], otherwise: undefined },
    ],
    [
      "if a then elseif b then f() else g() end",
      {
        kind: "If",
        clauses: [
          { condition: global("a"), body: [] },
          { condition: global("b"), body: [call("f")] },
        ],
        otherwise: [call("g")],
      },
    ],
    [
      "for i = 1, 2 do f(i) end",
      {
        kind: "NumericFor",
        variable: local("i", "loop"),
        from: integer(1),
        to: integer(2),
        step: undefined,
        body: [call("f", use("i", "loop"))],
      },
    ],
    [
      "for i = 1, 2, 3 do break end",
      {
        kind: "NumericFor",
        variable: local("i", "loop"),
        from: integer(1),
        to: integer(2),
        step: integer(3),
        body: [{ kind: "Break" }],
      },
    ],
    [
      "for k, v in f, s do end",
      {
        kind: "GenericFor",
        variables: [local("k", "loop"), local("v", "loop")],
        values: [global("f"), global("s")],
        body: [],
      },
    ],
    ["return", { kind: "Return", values: [] }],
    ["return;", { kind: "Return", values: [] }],
    ["return 1, 2;", { kind: "Return", values: [integer(1), integer(2)] }],
  ])("%s", (source, expected) => {
    expect(shape(statementOf(source))).toEqual(expected);
  });

  test("`global *` is not in the tree and separates its neighbours", () => {
    expect(chunkOf("global *").body).toEqual([]);
    expect(chunkOf("x = f global <const> * (g)()").body.map((s) => s.kind)).toEqual([
      "Assignment",
      "CallStatement",
    ]);
  });

  test("a return ends its block only", () => {
    expect(errorOf("do return end f()")).toBe("ok");
    expect(errorOf("if a then return else return end repeat return until a")).toBe("ok");
  });
});

test("in 5.4 `global` is a name everywhere", () => {
  expect(shape(statementOf("global = 1", "5.4"))).toEqual({
    kind: "Assignment",
    targets: [global("global")],
    values: [integer(1)],
  });
  expect(chunkOf("local a = global b = 1", "5.4").body.map((s) => s.kind)).toEqual(["Local", "Assignment"]);
});
