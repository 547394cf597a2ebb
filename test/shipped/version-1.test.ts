import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Command, pfc } from "../cli/run-process.ts";
import { streamCalls, streamText } from "../loopback/chat-replies.ts";
import { type ChatReply, type ChatServer, startChatServer } from "../loopback/chat-server.ts";
import { Workplace } from "./workplace.ts";

/** Two sections on the walk, a fanout over a list section, a helper off the walk, a tool of the prompt and one of the host. */
const prompt = `---
name: travel
description: Describes cities
promptforge: 1
---

# Travel

\`\`\`lua
models.default("writer", "a model that writes", { temperature = 0.5 })
tools.need("weather", "tells the weather of a city")
\`\`\`

## Plan

\`\`\`lua
tools.add("weather")
tools.add_local("note", "Keeps a note", { text = "string" }, function(given)
  store.append("notes.txt", given.text .. "\\n")
end)
\`\`\`

Plan a trip to {{ args }}.

\`\`\`lua
local seen = {}
for place, city in ipairs(fanout("### City", list_from_section("### Cities"))) do
  seen[place] = city.text
end
var.cities = table.concat(seen, " and ")
var.calls = tools.calls.weather + tools.calls.note
\`\`\`

### City

Describe {{ item }}.

### Cities

- Oslo
- Bergen

## Write

\`\`\`lua
var.title = execute("## Title", reply)
\`\`\`

Write about {{ var.cities }} under {{ var.title }}, after: {{ reply }}

\`\`\`lua
return reply .. " (" .. var.calls .. " calls)"
\`\`\`

## Title

---

A title for: {{ args }}
`;

const host = `export default {
  tools: {
    weather: {
      description: "Tells the weather",
      parameters: { type: "object", properties: { city: { type: "string" } } },
      call: ({ city }) => ({ text: "sun in " + city, trusted: true }),
    },
  },
};
`;

let workplace: Workplace;
let server: ChatServer;

beforeAll(async () => {
  workplace = await Workplace.make();
  workplace.write("travel.prompt.md", prompt);
  workplace.write("host.mjs", host);
}, 120_000);
afterEach(() => server?.close());
afterAll(() => workplace?.remove());

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly temperature?: number;
}

const bodies = (): Request[] => server.requests.map(({ body }) => body as Request);
const last = ({ messages }: Request): string => messages.at(-1)!.content ?? "";

const weather = { id: "1", name: "weather", arguments: '{"city":"Oslo"}' };
const note = { id: "2", name: "note", arguments: '{"text":"bring a coat"}' };

/** Answers by the last message, since arms ask side by side. */
const replies: { readonly [message: string]: ChatReply } = {
  "Plan a trip to Norway.": streamCalls(weather, note),
  "": streamText(["the ", "plan"]),
  "Describe Oslo.": streamText(["Oslo is green"]),
  "Describe Bergen.": streamText(["Bergen is wet"]),
  "A title for: the plan": streamText(["Two cities"]),
  "Write about Oslo is green and Bergen is wet under Two cities, after: the plan": streamText(["the text"]),
};

describe("a prompt of version 1, run by `pfc run` against an endpoint", () => {
  it("sends its prose, calls tools, fans out and executes a section off the walk", async () => {
    server = await startChatServer(({ body }) => replies[last(body as Request)]!);
    const args = ["run", "travel.prompt.md", "Norway", "--model", `${server.url}#m`, "--host", "host.mjs"];
    const ended = await pfc(workplace.folder, [...args, "--store", "files"]);
    expect(ended).toEqual({ status: 0, stdout: "the text (2 calls)\n", stderr: "" });
    expect(workplace.read("files/notes.txt")).toBe("bring a coat\n");
    expect(bodies().map(last).sort()).toEqual(Object.keys(replies).sort());
    const [first, second] = bodies();
    expect(first!.tools!.map((tool) => tool.function.name)).toEqual(["weather", "note"]);
    expect(first!.temperature).toBe(0.5);
    expect(second!.messages.map(({ role, content }) => [role, content || ""])).toEqual([
      ["user", "Plan a trip to Norway."],
      ["assistant", ""],
      ["tool", "sun in Oslo"],
      ["tool", ""],
    ]);
  });

  it("is failed by a tool that fails, in the kind of the prose, and the model is told nothing", async () => {
    server = await startChatServer([streamCalls(weather)]);
    workplace.write(
      "broken.mjs",
      host.replace(/call: .*,/, 'call: () => { throw new Error("no weather today"); },'),
    );
    const args = ["run", "travel.prompt.md", "Norway", "--model", `${server.url}#m`, "--host", "broken.mjs"];
    const ended = await pfc(workplace.folder, args);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain("error[Tool]: tool call failure: no weather today");
    expect(server.requests).toHaveLength(1);
  });

  it("is ended by an interrupt, also while it waits for the model", async () => {
    server = await startChatServer([{ ending: "silence" }]);
    const args = ["run", "travel.prompt.md", "Norway", "--model", `${server.url}#m`, "--host", "host.mjs"];
    const command = Command.start(workplace.folder, args);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    command.child.kill("SIGINT");
    expect(await command.ended).toEqual({ status: 130, stdout: "", stderr: "cancelled\n" });
    expect(await server.requests[0]!.closed).toEqual({ isWhole: false });
  });

  it("is told of by `pfc check`, with what its move to version 0 changes", async () => {
    const { status, stdout } = await pfc(workplace.folder, ["check", "travel.prompt.md"]);
    expect(status).toBe(0);
    expect(stdout).toContain("information[version-1-file]");
    for (const part of [
      "prose is not sent by itself",
      "no `reply`",
      "`execute` is `call`",
      "`tools.need`",
      "begins with `---`",
    ])
      expect(stdout).toContain(part);
  });
});
