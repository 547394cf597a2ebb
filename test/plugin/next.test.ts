import { describe, expect, it } from "vitest";
import { withPromptforge } from "../../src/plugin/next.ts";
import { PROMPT_FILE, PROMPT_QUERY } from "../../src/plugin/prompt-id.ts";

interface Extended {
  readonly reactStrictMode?: boolean;
  readonly turbopack: { readonly root?: string; readonly rules: Record<string, unknown> };
  readonly webpack: (configuration: object, context: unknown) => { module: { rules: unknown[] } };
}

const extend = (config?: object, options?: object) => withPromptforge(config as unknown as Extended, options);

describe("withPromptforge", () => {
  it("adds a rule for prompts to Turbopack, with the options", () => {
    const { rules } = extend(undefined, { declarations: false }).turbopack;
    const loaders = [{ loader: expect.stringMatching(/loader\.js$/), options: { declarations: false } }];
    const condition = { any: [{ path: PROMPT_FILE }, { query: PROMPT_QUERY }] };
    expect(rules).toEqual({ "*.md": [{ loaders, as: "*.js", condition }] });
  });

  it("keeps what the configuration has", () => {
    const mdx = { loaders: ["mdx-loader"], as: "*.js" };
    const config = { reactStrictMode: true, turbopack: { root: "/r", rules: { "*.md": mdx, "*.svg": [] } } };
    const extended = extend(config);
    expect(extended.reactStrictMode).toBe(true);
    expect(extended.turbopack.root).toBe("/r");
    expect(extended.turbopack.rules["*.svg"]).toEqual([]);
    expect(extended.turbopack.rules["*.md"]).toEqual([expect.anything(), mdx]);
    expect(config.turbopack.rules["*.md"]).toBe(mdx);
  });

  it("puts its rule before those of webpack, and calls the function of the configuration", () => {
    const calls: unknown[] = [];
    const webpack = (configuration: object, context: unknown) => {
      calls.push(context);
      return { ...configuration, name: "own" };
    };
    const first = { test: /\.svg$/ };
    const given = { module: { rules: [first] as unknown[] } };
    const context = { dev: true };
    expect(extend({ webpack }).webpack(given, context)).toMatchObject({
      name: "own",
      module: { rules: [{ oneOf: [expect.anything(), expect.anything()] }, first] },
    });
    expect(calls).toEqual([context]);
    expect(extend().webpack(given, context)).toBe(given);
  });

  it("keeps prompts from rules for Markdown that the configuration adds, and touches no other", () => {
    const mdx = { test: /\.mdx?$/, use: "mdx-loader" };
    const others = [{ test: /\.svg$/ }, { test: /./, enforce: "pre" }, { exclude: /\.js$/ }, "..."];
    const webpack = ({ module }: { module: { rules: unknown[] } }) => void module.rules.push(mdx);
    const { module } = extend({ webpack }).webpack({ module: { rules: [...others] } }, {});
    expect(module.rules).toEqual([
      { oneOf: [expect.anything(), expect.anything()] },
      ...others,
      { oneOf: [expect.anything(), expect.anything(), mdx] },
    ]);
  });

  it("extends what a configuration function gives", async () => {
    const config = async (phase: string) => ({ env: { phase } });
    const extended = withPromptforge(config);
    expect(await extended("build")).toMatchObject({
      env: { phase: "build" },
      turbopack: { rules: { "*.md": expect.anything() } },
    });
  });
});
