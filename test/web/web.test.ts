import { describe, expect, it } from "vitest";
import { web } from "../../src/web/index.ts";
import { call, page, pages } from "./call.ts";

describe("the capability promptforge/web", () => {
  it("has two plain tools, described as the catalog says, and conflicts with nothing", async () => {
    const capability = web({ fetch: globalThis.fetch, policy: { maxChars: 7 } });
    const tools = await capability.activate({ store: {} as never, signal: undefined });
    expect({ ...capability, activate: undefined }).toEqual({ id: "promptforge/web", activate: undefined });
    expect(tools.map(({ call: _call, parameters: _parameters, ...told }) => told)).toEqual([
      {
        path: "promptforge/web/fetch",
        description: "Fetch a web page and return its main content as markdown.",
      },
      {
        path: "promptforge/web/search",
        description: "Search the web and return a list of results (title, url, description).",
      },
    ]);
    expect(tools[0]!.parameters).toEqual({
      type: "object",
      properties: {
        url: { type: "string" },
        max_chars: { type: "integer", minimum: 1, maximum: 7 },
        raw: { type: "boolean" },
      },
      required: ["url"],
    });
    expect(tools[1]!.parameters).toMatchObject({ required: ["query"], additionalProperties: false });
  });

  it.each(["fetch", "search"] as const)("the signal of the run ends a %s (HOST-T03)", async (name) => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const hanging = (_what: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    };
    const tool = web({ fetch: hanging, search: hanging });
    const args = name === "fetch" ? { url: "https://a.example/" } : { query: "x" };
    const answer = call(tool, name, args, controller.signal).catch(() => "");
    await Promise.resolve();
    controller.abort();
    await answer;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("what is left of an answer is dropped when the call ends", async () => {
    const signals: AbortSignal[] = [];
    const { fetch } = pages({
      "https://a.example/": (request) => {
        signals.push(request.signal);
        return page("x", "application/pdf")(request);
      },
    });
    await call(web({ fetch }), "fetch", { url: "https://a.example/" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
