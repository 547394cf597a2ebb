import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workplace.ts";

/** A prompt of `fixtures/features/`: between them they use everything that the language has. */
export interface FeaturePrompt {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly input: unknown;
  readonly result: string;
}

const folder = join(root, "fixtures/features");
const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as {
  readonly [name: string]: { readonly input?: unknown; readonly result: readonly string[] };
};

/** All of them, with the input to run them on and the result that the host of `featureHost` gives. */
export const featurePrompts: readonly FeaturePrompt[] = readdirSync(folder)
  .filter((file) => file.endsWith(".prompt.md"))
  .sort()
  .map((file) => {
    const name = file.replace(/\.prompt\.md$/, "");
    const { input, result } = expected[name] ?? { result: [`${name} has no expected result`] };
    const path = join(folder, file);
    return { name, path, text: readFileSync(path, "utf8"), input, result: result.join("\n") };
  });

/**
 * The text of a program that runs built feature prompts and prints their outcomes as one JSON object: `path` gives the module of a
 * prompt, relative to the program. It needs nothing but the modules.
 */
export function runnerOf(path: (name: string) => string): string {
  const runs = featurePrompts.map(
    ({ name, input }) =>
      `results[${JSON.stringify(name)}] = await outcome(${JSON.stringify(path(name))}, ${JSON.stringify(input)});`,
  );
  return `const results = {};
${featureHost}
async function outcome(path, input) {
  const { default: prompt } = await import(path);
  const { status, text, error } = await prompt.start(input, featureOptions()).outcome;
  return status === "completed" ? text : status + ": " + error?.stack + " " + (error?.cause?.stack ?? "");
}
${runs.join("\n")}
process.stdout.write(JSON.stringify(results));
`;
}

/** `featureOptions()`: the host of the feature prompts, whose store answers later, but for writes: the shared library makes one at its load. */
const featureHost = `
const later = (answer) => new Promise((resolve) => setImmediate(resolve, answer));
function featureStore() {
  const files = new Map([["in.txt", "input"]]);
  return {
    read: (path) => later(files.get(path)),
    write: (path, text) => void files.set(path, text),
    append: (path, text) => later(void files.set(path, (files.get(path) ?? "") + text)),
    delete: (path) => later(void files.delete(path)),
    exists: (path) => later(files.has(path)),
    list: (folder) => later([...files.keys()].filter((path) => folder === "" || path.startsWith(folder + "/"))),
  };
}
function featureReply({ messages, tools, options }) {
  const { role, content } = messages[messages.length - 1];
  if (tools.length > 0 && role === "user")
    return { result: { toolCalls: [{ id: "c", name: tools[0].name, arguments: { n: messages.length } }] } };
  return { result: { text: "re " + JSON.stringify(content) + Object.keys(options) }, finishReason: "stop", model: "m" };
}
function featureOptions() {
  return {
    execution: "features", seed: 1, startedAt: 0, ui: { title: "T" }, store: featureStore(),
    userInput: () => later({ text: "typed" }), model: { id: "m", context: 100000, thinking: "switchable", complete: (request) => later(featureReply(request)) },
    tools: {
      find: { description: "Finds", parameters: { type: "object" }, call: (args) => later({ text: JSON.stringify(args), trusted: true }) },
      broken: { description: "Fails", parameters: { type: "object" }, call: () => Promise.reject(new Error("offline")) },
    },
  };
}
`;
