import { describe, expect, test } from "vitest";
import { checkOptions } from "../../runtime/check-options.ts";
import type { RunLimits, RunOptions } from "../../runtime/index.ts";
import { promptOf } from "./engine/prompt.ts";

/** A value that fits, for each option and each limit. */
const fitting: { readonly [option in keyof RunOptions]-?: unknown } = {
  model: {},
  models: {},
  tools: {},
  tool: () => "",
  resolveTool: () => "absent",
  resolveModel: () => "absent",
  capabilities: [],
  store: {},
  userInput: () => {},
  timer: () => {},
  ui: {},
  signal: AbortSignal.abort(),
  timeoutMs: 0.5,
  limits: {},
  execution: "",
  seed: -(2n ** 63n),
  startedAt: -1.5,
  provenanceStart: 0,
  onEvent: () => {},
  onDelta: () => {},
  onEffect: () => {},
  journal: {},
  debugCapture: false,
  onObserverError: () => {},
  onWarning: () => {},
  hop: () => {},
};

const limits: { readonly [limit in keyof RunLimits]-?: number } = {
  maxToolIterations: 1,
  maxFanoutConcurrency: 1,
  maxResponseBytes: 0,
  luaMemoryBytes: 2 ** 40,
  luaLogEvents: 0,
  requestTimeoutMs: 1,
  luaSteps: 1,
};

const messageOf = (options: object): string => {
  try {
    checkOptions(options as RunOptions);
    return "none";
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  }
};

describe("the options of a run", () => {
  test("are taken when they fit, all of them or none", () => {
    expect(messageOf(fitting)).toBe("none");
    expect(messageOf({ limits })).toBe("none");
    expect(messageOf({})).toBe("none");
    expect(messageOf(Object.fromEntries(Object.keys(fitting).map((name) => [name, undefined])))).toBe("none");
    expect(messageOf({ seed: 5 })).toBe("none");
  });

  test.each(Object.keys(fitting))("`%s` is refused when it is null or of another type", (name) => {
    for (const value of [null, Symbol("wrong")]) {
      expect(messageOf({ [name]: value })).toMatch(
        new RegExp(`^the option \`${name}\` must be of type [A-Za-z]+$`),
      );
    }
  });

  test.each([
    [{ seed: 1.5 }, "the option `seed` must be of type bigint"],
    [{ startedAt: Number.NaN }, "the option `startedAt` must be of type number"],
    [{ startedAt: 1e16 }, "the option `startedAt` must be of type number"],
    [{ timeoutMs: "5" }, "the option `timeoutMs` must be of type number"],
    [{ timeoutMs: Number.POSITIVE_INFINITY }, "the option `timeoutMs` must be of type number"],
    [{ provenanceStart: -1 }, "the option `provenanceStart` must be of type integer"],
    [{ limits: { luaSteps: 1.5 } }, "the option `limits.luaSteps` must be of type integer"],
    [{ limits: { luaMemoryBytes: -1 } }, "the option `limits.luaMemoryBytes` must be of type integer"],
    [{ signal: { aborted: false } }, "the option `signal` must be of type AbortSignal"],
    [
      { signal: { aborted: false, addEventListener: () => {} } },
      "the option `signal` must be of type AbortSignal",
    ],
    [{ limits: { luaStep: 5 } }, "there is no option `limits.luaStep`"],
    [{ limits: [] }, "the option `limits` must be of type object"],
    [{ tools: [] }, "the option `tools` must be of type object"],
    [{ capabilities: {} }, "the option `capabilities` must be of type array"],
    [{ timeout: 5 }, "there is no option `timeout`"],
    [{ object: 5 }, "there is no option `object`"],
    [{ constructor: 5 }, "there is no option `constructor`"],
  ])("%o", (options, message) => {
    expect(messageOf(options)).toBe(message);
  });

  test("are checked by `start` at once and by `run` as a rejection", async () => {
    const prompt = promptOf({ sections: [{ name: "A" }] });
    const options = { seed: 1.5 };
    expect(() => prompt.start("", options)).toThrow(TypeError);
    await expect(prompt.run("", options)).rejects.toThrow("the option `seed` must be of type bigint");
  });
});
