import { once } from "node:events";
import { PassThrough } from "node:stream";
import { EffectDropped, type UserInputAnswer } from "promptforge-runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { terminalInput } from "../../src/node/terminal-input.ts";
import { startProgram } from "./program.ts";

/** Streams of a test's own, with what was written to the output. */
function streams(terminal?: boolean) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const userInput = terminalInput({ input, output, ...(terminal !== undefined && { terminal }) });
  const ask = (section = "Gather", signal?: AbortSignal): Promise<UserInputAnswer> =>
    userInput({ execution: "run", section }, { signal });
  return { input, ask, shown: () => shown };
}

const nextTurn = () => new Promise(setImmediate);

/** Waits for what ends in an event alone, such as a text on a stream. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await nextTurn();
}

describe("at a terminal", () => {
  test("a question names its section and is answered by one line (UIN-01)", async () => {
    const { input, ask, shown } = streams(true);
    const answer = ask("Gather");
    await until(() => shown().includes('Input for "Gather": '));
    input.write("zwölf 😀 \r");
    expect(await answer).toEqual({ text: "zwölf 😀 " });
  });

  test("a heading cannot move the cursor", async () => {
    const { input, ask, shown } = streams(true);
    const answer = ask("a\u001b[2Jb");
    input.write("x\r");
    await answer;
    expect(shown()).toContain('Input for "a\ufffd[2Jb": ');
  });

  test("questions at the same time are asked one after another, in their order", async () => {
    const { input, ask, shown } = streams(true);
    const answers = ["One", "Two"].map((section) => ask(section));
    await until(() => shown().includes("One"));
    expect(shown()).not.toContain("Two");
    input.write("1\r");
    await answers[0];
    await until(() => shown().includes("Two"));
    input.write("2\r");
    expect(await Promise.all(answers)).toEqual([{ text: "1" }, { text: "2" }]);
  });

  test("lines that are pasted at once answer one question each, and the rest waits to be gone on with", async () => {
    const { input, ask, shown } = streams(true);
    const first = ask("One");
    await until(() => shown().includes("One"));
    input.write("1\r2\rthr");
    expect([await first, await ask("Two")]).toEqual([{ text: "1" }, { text: "2" }]);
    expect(shown()).toContain('Input for "Two": 2\n');
    const third = ask("Three");
    await until(() => shown().includes("Three"));
    input.write("ee\r");
    expect(await third).toEqual({ text: "three" });
  });

  test("Ctrl-D answers that nobody can; the next question is asked all the same", async () => {
    const { input, ask, shown } = streams(true);
    const first = ask("One");
    await until(() => shown().includes("One"));
    input.write("\u0004");
    expect(await first).toEqual({ unavailable: true });
    const second = ask("Two");
    await until(() => shown().includes("Two"));
    input.write("x\r");
    expect(await second).toEqual({ text: "x" });
  });

  test("Ctrl-C on a stream of the host's own drops the question (HOST-12)", async () => {
    const { input, ask, shown } = streams(true);
    const answer = ask();
    await until(() => shown().includes("Gather"));
    input.write("half\u0003");
    await expect(answer).rejects.toBeInstanceOf(EffectDropped);
  });

  test("a question that is no longer wanted is taken back, and its half answer with it", async () => {
    const { input, ask, shown } = streams(true);
    const controller = new AbortController();
    const answer = ask("One", controller.signal);
    await until(() => shown().includes("One"));
    input.write("half");
    await until(() => shown().includes("half"));
    controller.abort(new Error("stopped"));
    await expect(answer).rejects.toThrow("stopped");
    expect(shown().endsWith("\n")).toBe(true);
    const next = ask("Two");
    await until(() => shown().includes("Two"));
    input.write("whole\r");
    expect(await next).toEqual({ text: "whole" });
  });

  test("one that waits for its turn goes at once, and is never shown", async () => {
    const { input, ask, shown } = streams(true);
    const controller = new AbortController();
    const first = ask("One");
    const second = ask("Two", controller.signal);
    const third = ask("Three");
    controller.abort(new Error("stopped"));
    await expect(second).rejects.toThrow("stopped");
    await until(() => shown().includes("One"));
    input.write("1\r");
    expect(await first).toEqual({ text: "1" });
    await until(() => shown().includes("Three"));
    input.write("3\r");
    expect(await third).toEqual({ text: "3" });
    expect(shown()).not.toContain("Two");
  });

  test("one that was aborted before it is asked reads nothing", async () => {
    const { ask, shown } = streams(true);
    await expect(ask("One", AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
    expect(shown()).toBe("");
  });
});

describe("from a pipe", () => {
  test("each question takes a line, none is lost, and nothing is shown", async () => {
    const { input, ask, shown } = streams();
    input.write("one\ntwo\r\n\nfo");
    expect([await ask(), await ask(), await ask()]).toEqual([{ text: "one" }, { text: "two" }, { text: "" }]);
    const fourth = ask();
    input.end("ur");
    expect(await fourth).toEqual({ text: "four" });
    expect(await Promise.all([ask(), ask()])).toEqual([{ unavailable: true }, { unavailable: true }]);
    expect(shown()).toBe("");
  });

  test("an input that ends in a question, or before the first, answers that nobody can", async () => {
    const { input, ask } = streams();
    const answer = ask();
    await nextTurn();
    input.end();
    expect(await answer).toEqual({ unavailable: true });
    const other = streams();
    other.input.resume().end();
    await once(other.input, "end");
    expect(await other.ask()).toEqual({ unavailable: true });
  });

  test("an input that fails fails the question", async () => {
    const { input, ask } = streams();
    const answer = ask();
    await nextTurn();
    input.destroy(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    expect(await ask()).toEqual({ unavailable: true });
  });

  test("nothing is read before the first question, nor while none waits", async () => {
    const { input, ask } = streams();
    input.write("one\n");
    await nextTurn();
    expect(input.readableLength).toBe(4);
    await ask();
    await nextTurn();
    input.write("two\n");
    await nextTurn();
    expect([input.readableLength, input.isPaused()]).toEqual([4, true]);
    expect(await ask()).toEqual({ text: "two" });
  });
});

describe("standard input", () => {
  const program = `
    import { terminalInput } from "./terminal-input.ts";
    const userInput = terminalInput();
    const ask = () => userInput({ execution: "run", section: "Gather" }, {});
    console.log(JSON.stringify(await ask()));
    console.log(JSON.stringify(await ask()));`;

  test("answers, and keeps no process alive after the last question", async () => {
    const child = startProgram(program);
    const printed: Buffer[] = [];
    child.stdout!.on("data", (chunk: Buffer) => printed.push(chunk));
    // It is left open: only the program itself can end.
    child.stdin!.write("one\ntwo\nthree\n");
    onTestFinished(() => {
      child.stdin!.destroy();
    });
    const [status] = await once(child, "exit");
    expect([status, Buffer.concat(printed).toString()]).toEqual([0, '{"text":"one"}\n{"text":"two"}\n']);
  });
});
