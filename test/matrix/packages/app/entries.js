// Uses every entry point of both packages, and prints what each gave.
import ask from "./built/ask.prompt.js";

const asked = (model) => ask.run("Lua", { model });

const completion = { choices: [{ message: { content: "from an endpoint" }, finish_reason: "stop" }] };
globalThis.fetch = async () => Response.json(completion);

const languageModel = {
  specificationVersion: "v3",
  provider: "none",
  modelId: "m",
  doGenerate: async () => ({
    content: [{ type: "text", text: "from the AI SDK" }],
    finishReason: { unified: "stop" },
    usage: {},
    warnings: [],
  }),
  doStream: async () => {
    throw new Error("not asked for");
  },
};

/** A model for entry points that are no models. */
const model = {
  id: "m",
  context: 1000,
  thinking: "never",
  complete: async () => ({ result: { text: "answered" } }),
};

/** The name of a plugin, which bundlers show. */
const pluginName = ({ default: promptforge }) => promptforge({ declarations: false }).name;

const uses = {
  "promptforge-esm": async ({ compile }) => {
    const { code, declaration } = await compile({ path: "p.prompt.md", text: "no prompt" }, { types: true });
    return [code === undefined, declaration === undefined];
  },
  "promptforge-esm/node-host": ({ directoryStore, fileJournal, terminalInput, web }) =>
    [directoryStore, fileJournal, terminalInput, web].map((value) => typeof value),
  "promptforge-esm/web": ({ web }) => web({ fetch }).id,
  "promptforge-esm/vite": pluginName,
  "promptforge-esm/rollup": pluginName,
  "promptforge-esm/rolldown": pluginName,
  "promptforge-esm/esbuild": async ({ default: promptforge }) => {
    const { build } = await import("esbuild");
    const { outputFiles } = await build({
      entryPoints: ["ask.prompt.md"],
      plugins: [promptforge({ declarations: false })],
      bundle: true,
      format: "esm",
      platform: "neutral",
      write: false,
    });
    return outputFiles[0].text.includes("definePrompt(");
  },
  "promptforge-esm/webpack": ({ default: promptforge }) => typeof promptforge().apply,
  "promptforge-esm/rspack": ({ default: promptforge }) => typeof promptforge().apply,
  // Its plugin is made in Bun alone.
  "promptforge-esm/bun": ({ default: promptforge }) => typeof promptforge,
  "promptforge-esm/loader": ({ default: loader }) => typeof loader,
  "promptforge-esm/next": ({ withPromptforge }) => Object.keys(withPromptforge({ reactStrictMode: true })),
  "promptforge-runtime": ({ memoryStore }) => memoryStore({ "a.txt": "kept" }).read("a.txt"),
  "promptforge-runtime/internal": ({ definePrompt }) => typeof definePrompt,
  "promptforge-runtime/ai-sdk": ({ aiSdk }) => asked(aiSdk(languageModel)),
  "promptforge-runtime/openai": ({ openai }) =>
    asked(openai({ baseURL: "http://localhost/v1", apiKey: "k", model: "m" })),
  "promptforge-runtime/echo": ({ echo }) => asked(echo()),
  "promptforge-runtime/scripted": ({ scripted }) => asked(scripted(["from a script"])),
  "promptforge-runtime/streams": async ({ sse }) => {
    const text = await sse(ask.start("Lua", { model })).text();
    return text.match(/event: outcome/g);
  },
  "promptforge-runtime/journal": async ({ journal }) => {
    const kept = [];
    await ask.run("Lua", { model, journal: journal({ append: (entry) => kept.push(entry) }) });
    return kept.length > 1;
  },
  "promptforge-runtime/testing": ({ scriptedHost }) =>
    scriptedHost({ models: ["from a host"] }).run(ask, "Lua"),
  "promptforge-runtime/otel": async ({ openTelemetry }) => {
    const spans = [];
    const span = { setAttributes() {}, addEvent() {}, setStatus() {}, end() {} };
    const tracer = {
      startSpan(name) {
        spans.push(name);
        return span;
      },
    };
    const place = { trace: { setSpan: (context) => context }, context: { active: () => ({}) } };
    await ask.run("Lua", { model, ...openTelemetry(tracer, place) });
    return spans.length > 1;
  },
};

const results = {};
for (const [entry, use] of Object.entries(uses)) results[entry] = await use(await import(entry));
console.log(JSON.stringify(results));
