import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workplace } from "./workplace.ts";

/** Lines that tests name end with a mark: `-- name`. */
const text = `---
name: hosted
description: Reaches its host from below
promptforge: 0
---

# Hosted

\`\`\`lua shared
function deep(depth, action) -- library
  if depth == 0 then
    return (action()) -- bottom
  end
  return 1 + deep(depth - 1, action) -- recursion
end

local function load()
  local files = setmetatable({}, {
    __index = function(_, path)
      return (store.read(path)) -- index
    end,
  })
  return files["load.txt"] -- field
end
if args == "load" then
  load() -- load
end
\`\`\`

## First

Prose.

\`\`\`lua
local actions = { -- fence
  observer = function()
    log("hello") -- log
    return 1
  end,
  store = function()
    return #store.read("a.txt") -- read
  end,
  bug = function()
    local ok, caught = pcall(
      function()
        return math.sin(1) -- sin
      end
    )
    return tostring(caught)
  end,
  input = function()
    return #user_input() -- input
  end,
  again = function()
    local ok, failure = pcall(store.read, "a.txt")
    error(failure) -- raise
  end,
  prose = function()
    return nil + 1 -- arithmetic
  end,
}
local kind = args
local result = deep(2, actions[kind]) -- call
return result
\`\`\`
`;

const lineOf = (mark: string) => text.split("\n").findIndex((line) => line.endsWith(`-- ${mark}`)) + 1;
const places = (...marks: readonly string[]) => marks.map(lineOf);
/** A JavaScript stack also has the frame that runs the fence, at the fence's first line. */
const stackPlaces = (...marks: readonly string[]) => [...places(...marks), lineOf("fence")];

const host = (module: string) => `
import prompt from ${JSON.stringify(module)};
const sin = Math.sin;
const broken = (path) => path.missing.field;
const store = { read: broken, write: broken, append: broken, delete: broken, exists: broken, list: broken };
const results = {};
for (const kind of ["observer", "store", "bug", "input", "load", "again", "prose"]) {
  let observed;
  if (kind === "bug") Math.sin = () => undefined.field;
  const { status, text, error } = await prompt.start(kind, {
    store,
    userInput: async () => broken(kind),
    onEvent: (event) => { if (event.kind === "lua") broken(kind); },
    onObserverError: (thrown) => { observed = thrown.stack; },
  }).outcome;
  Math.sin = sin;
  results[kind] = { status, text, observed, kind: error?.kind, message: error?.message, stack: error?.stack,
    name: error?.cause?.name, cause: error?.cause?.stack };
}
process.stdout.write(JSON.stringify(results));
`;

interface Result {
  readonly status: string;
  readonly text?: string;
  readonly observed?: string;
  readonly kind?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly name?: string;
  readonly cause?: string;
}

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
  workplace.write("prompts/hosted.prompt.md", text);
}, 120_000);
afterAll(() => workplace?.remove());

/** The lines of the prompt that a stack names, innermost first. */
function promptLines(stack: string | undefined): number[] {
  return [...(stack ?? "").matchAll(/hosted\.prompt\.md:(\d+)/g)].map(([, line]) => Number(line));
}

describe.each([
  ["unbundled", []],
  ["bundled", ["--bundle"]],
  ["minified", ["--bundle", "--minify"]],
] as const)("an exception of the host under Lua, %s", (folder, options) => {
  let results: { readonly [kind: string]: Result };

  beforeAll(async () => {
    const built = await workplace.pfc(
      "build",
      "prompts/hosted.prompt.md",
      "--out",
      folder,
      "--no-types",
      ...options,
    );
    if (built.status !== 0) throw new Error(built.stderr);
    const program = workplace.write(`${folder}.mjs`, host(`./${folder}/hosted.prompt.js`));
    const ended = await workplace.node(["--enable-source-maps", "--stack-trace-limit=100", program]);
    if (ended.status !== 0) throw new Error(ended.stderr);
    results = JSON.parse(ended.stdout);
  }, 120_000);

  it("of an observer shows the lines of the prompt in its own stack", () => {
    const { status, text: result, observed } = results["observer"]!;
    expect({ status, result }).toEqual({ status: "completed", result: "3" });
    expect(observed).toMatch(/^TypeError: /);
    expect(promptLines(observed)).toEqual(stackPlaces("log", "bottom", "recursion", "recursion", "call"));
  });

  it("of the store is the cause of an error that names the lines", () => {
    const { kind, message, stack, name } = results["store"]!;
    expect({ kind, message, name }).toEqual({
      kind: "Lua",
      message: "store backend failure",
      name: "TypeError",
    });
    expect(promptLines(stack)).toEqual(places("read", "bottom", "recursion", "recursion", "call"));
  });

  it("of the store keeps its cause when Lua raises it again", () => {
    const { message, stack, name } = results["again"]!;
    expect({ message, name }).toEqual({ message: "store backend failure", name: "TypeError" });
    expect(promptLines(stack)[0]).toBe(lineOf("raise"));
  });

  it("of the store while the library loads shows the lines in its own stack too", () => {
    const { kind, message, stack, name, cause } = results["load"]!;
    expect({ kind, name }).toEqual({ kind: "Lua", name: "TypeError" });
    expect(message).toMatch(/^prompt shared library:\d+: store backend failure/);
    expect(promptLines(stack)).toEqual(places("index", "field", "load"));
    expect(promptLines(cause)).toEqual(places("index", "field", "load", "library"));
  });

  it("of the runtime itself passes pcall and shows the lines in its own stack", () => {
    const { kind, message, name, cause } = results["bug"]!;
    expect({ kind, name }).toEqual({ kind: "Internal", name: "TypeError" });
    expect(message).toMatch(/^internal invariant violated: /);
    expect(promptLines(cause).slice(0, 1)).toEqual(places("sin"));
    expect(promptLines(cause).slice(-5)).toEqual(stackPlaces("bottom", "recursion", "recursion", "call"));
  });

  it("of the input handler is the cause of an error that names the lines", () => {
    const { kind, stack, name } = results["input"]!;
    expect({ kind, name }).toEqual({ kind: "Input", name: "TypeError" });
    expect(promptLines(stack)).toEqual(places("input", "bottom", "recursion", "recursion", "call"));
  });

  it("is not needed for the lines of an error of the prompt", () => {
    const { kind, message, stack, name } = results["prose"]!;
    expect({ kind, name }).toEqual({ kind: "Lua", name: undefined });
    expect(message).toMatch(new RegExp(`^section \`First\` epilog:${lineOf("arithmetic")}: `));
    expect(promptLines(stack)).toEqual(places("arithmetic", "bottom", "recursion", "recursion", "call"));
  });
});
