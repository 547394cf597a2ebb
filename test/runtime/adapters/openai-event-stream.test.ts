import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventStream } from "../../../runtime/adapters/openai/event-stream.ts";

/** The data of all events of a stream that comes in these pieces. */
function read(pieces: readonly string[]): { readonly events: string[]; readonly last: string[] } {
  const stream = new EventStream();
  const events = pieces.flatMap((piece) => stream.feed(piece));
  return { events, last: stream.end() };
}

const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "data",
    "data:",
    "data: ",
    "data:  x",
    ":",
    ": ping",
    "id: 1",
    "event: x",
    "retry: 1",
  ),
  fc.constantFrom("dat", "data : x", "Data: x", " data: x", "database: x"),
  fc.string({ unit: fc.constantFrom("a", " ", "é", "\u2028") }).map((text) => `data: ${text}`),
);
const end = fc.constantFrom("\n", "\r\n", "\r");
const stream = fc
  .array(fc.tuple(line, end))
  .map((lines) => lines.map(([text, ending]) => text + ending).join(""));

describe("server-sent events (HOST-M15, rule 1)", () => {
  it("are what another reader of the standard finds", () => {
    fc.assert(
      fc.property(stream, (text) => {
        const expected: string[] = [];
        const parser = createParser({ onEvent: ({ data }) => expected.push(data) });
        // It waits for what follows a CR.
        parser.feed(`${text}: end\n`);
        expect(read([text]).events).toEqual(expected);
      }),
    );
  });

  it("are the same wherever they are cut", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(80)), (text, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut <= text.length).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(read(pieces)).toEqual(read([text]));
        expect(read([...text])).toEqual(read([text]));
      }),
    );
  });

  it.each([
    ["data: a\ndata: b\n\n", ["a\nb"]],
    ["data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["a", "b", "c"]],
    ["event: x\nid: 7\nretry: 9\n: note\nfoo\ndata:a\n\n", ["a"]],
    ["data: : keep-alive\n\ndata:: ping\ndata: a\n\n", ["a"]],
    ["\n\n: ping\n\nid: 1\n\n", []],
  ])("%j", (text, events) => {
    expect(read([text])).toEqual({ events, last: [] });
  });

  it("are there as soon as their blank line is, though a CR may have an LF behind it", () => {
    const reader = new EventStream();
    expect(reader.feed("data: a\r\r")).toEqual(["a"]);
    expect(reader.feed("\ndata: b\r\n\r")).toEqual(["b"]);
    expect(reader.feed("\n")).toEqual([]);
  });

  it.each(["data: a", "data: a\n", "data: a\r", "data: a\r\n"])(
    "%j has a last event without blank line",
    (text) => {
      expect(read([text])).toEqual({ events: [], last: ["a"] });
    },
  );
});
