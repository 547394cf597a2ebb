import { getQuickJS } from "quickjs-emscripten";
import { expect, it } from "vitest";
import { bundle } from "./bundle.ts";
import { visitOf } from "./expected.ts";

/* QuickJS has nothing of the web platform: no timers, no `queueMicrotask`, no `AbortController`, no `TextEncoder`. */

it("a prompt runs on QuickJS, with nothing but the language", async () => {
  const context = (await getQuickJS()).newContext();
  try {
    context.unwrapResult(context.evalCode(await bundle("quickjs.js", "iife"))).dispose();
    const jobs = context.runtime.executePendingJobs();
    expect(jobs.error).toBeUndefined();
    const finished = context.getProp(context.global, "finished");
    const state = context.getPromiseState(finished);
    finished.dispose();
    if (state.type !== "fulfilled") throw new Error(`it is ${state.type}: ${JSON.stringify(state)}`);
    expect(JSON.parse(context.getString(state.value))).toEqual(visitOf(true));
    state.value.dispose();
  } finally {
    context.dispose();
  }
});
