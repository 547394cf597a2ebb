import { afterAll, beforeAll, expect, it } from "vitest";
import { chunk, event } from "../../loopback/chat-replies.ts";
import { startChatServer } from "../../loopback/chat-server.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { type Sdk, viaSdk } from "./models.ts";
import { loadPrompt } from "./observe.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
});
afterAll(() => workplace?.remove());

it.each(Object.keys(viaSdk) as Sdk[])(
  "a cancelled run lets the connection of %s go (CAN-01)",
  async (sdk) => {
    const lua = `models.use("writer") models.loop(messages.new():user("Hello"))`;
    const prompt = await loadPrompt(workplace, lua);
    const server = await startChatServer([STALLED]);
    try {
      const controller = new AbortController();
      const run = prompt.start("", {
        model: viaSdk[sdk](server.url),
        tools: { find: { description: "Finds", parameters: { type: "object" } } },
        signal: controller.signal,
        onDelta: () => controller.abort(),
      });
      expect(await run.outcome).toEqual({ status: "cancelled" });
      expect(await server.requests[0]!.closed).toMatchObject({ isWhole: false });
    } finally {
      await server.close();
    }
  },
);

const ending = "stall";
const STALLED = { chunks: [event(chunk({ content: "Go" }))], ending } as const;
