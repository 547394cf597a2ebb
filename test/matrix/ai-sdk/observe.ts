import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Prompt, RunOptions, RunOutcome, SlotTool } from "../../../runtime/index.ts";
import type { compile as Compile } from "../../../src/index.ts";
import { type ChatRequest, type ChatScript, startChatServer } from "../../loopback/chat-server.ts";
import { root, type Workplace } from "../../shipped/workplace.ts";
import type { MakeModel } from "./models.ts";

/** What a host sees of a run, without what its model has measured. */
export interface Observed {
  readonly outcome: object;
  readonly events: readonly object[];
  /** The live fragments of a run that completed, joined: adapters may cut a text in other places. */
  readonly told: string | undefined;
  /** What the server was asked. */
  readonly requests: readonly object[];
}

/** Runs a prompt of one section against a server of its own. */
export async function observe(
  prompt: Prompt,
  script: ChatScript,
  makeModel: MakeModel,
  options: RunOptions = {},
): Promise<Observed> {
  const server = await startChatServer(script);
  const events: object[] = [];
  let told = "";
  try {
    const run = prompt.start("", {
      model: makeModel(server.url),
      tools: { find },
      execution: "run 1",
      seed: 1,
      startedAt: 0,
      onEvent: ({ ...event }) => {
        if ("metrics" in event) delete event.metrics;
        events.push(event);
      },
      onDelta: (fragment) => {
        told += fragment;
      },
      ...options,
    });
    const outcome = await run.outcome;
    return {
      outcome: outcomeOf(outcome),
      events,
      told: outcome.status === "completed" ? told : undefined,
      requests: server.requests.map(asked),
    };
  } finally {
    await server.close();
  }
}

function outcomeOf(outcome: RunOutcome): object {
  if (outcome.status !== "failed") return outcome;
  const { kind, message, retryable } = outcome.error;
  return { status: outcome.status, kind, message, retryable };
}

const find: SlotTool = {
  description: "Finds",
  parameters: { type: "object", properties: { q: { type: "string" } } },
  call: (args) => ({ text: `found ${JSON.stringify(args)}`, trusted: true }),
};

/** A request, as far as it matters to the model: the AI SDK writes no text as null, and one part of text as text. */
function asked({ body, headers }: ChatRequest): object {
  const { stream = false, messages, ...fields } = body as { readonly [field: string]: unknown };
  const plainly = (messages as { readonly content: unknown }[]).map((message) => ({
    ...message,
    content: plain(message.content),
  }));
  return { ...fields, stream, messages: plainly, key: headers["idempotency-key"] };
}

function plain(content: unknown): unknown {
  if (content === null) return "";
  if (!Array.isArray(content) || content.length !== 1) return content;
  return content[0].type === "text" ? content[0].text : content;
}

/** The frontmatter of the roles `writer` and, thinking, `judge`, and of the tool `find`. */
const HEAD = `models:
  writer: {}
  judge: { keywords: [thinking] }
capabilities: [acme/kit]
tools:
  find: acme/kit/find
`;

let modules = 0;

/** Compiles a prompt of one section with the built compiler, and loads it with the built runtime. */
export async function loadPrompt(workplace: Workplace, lua: string): Promise<Prompt> {
  const compiler = pathToFileURL(join(root, "dist/index.js")).href;
  const { compile } = (await import(compiler)) as { compile: typeof Compile };
  const text = `---\nname: p\ndescription: Asks models\npromptforge: 0\n${HEAD}---\n\n# P\n\n## One\n\n\`\`\`lua\n${lua}\n\`\`\`\n`;
  const { code, diagnostics } = await compile({ path: "p.prompt.md", text });
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const name = `matrix-${modules++}.mjs`;
  workplace.write(name, code);
  return workplace.load<Prompt>(name);
}
