import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt } from "../../../runtime/index.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { CASES } from "./cases.ts";
import { KEY, type Sdk, viaOpenAI, viaSdk } from "./models.ts";
import { loadPrompt, type Observed, observe } from "./observe.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
});
afterAll(() => workplace?.remove());

describe.each(Object.entries(CASES))("%s", (_, { lua, script, options, outcome, differs }) => {
  let prompt: Prompt;
  let direct: Observed;
  beforeAll(async () => {
    prompt = await loadPrompt(workplace, lua);
  });

  it("through openai", async () => {
    direct = await observe(prompt, script, viaOpenAI, options);
    expect(direct.outcome).toMatchObject(outcome);
    expect(direct.requests.length).toBeGreaterThan(0);
  });

  it.each(Object.keys(viaSdk) as Sdk[])("the same through %s", async (sdk) => {
    const observed = await observe(prompt, script, viaSdk[sdk], options);
    expect(observed.outcome).toMatchObject(differs?.[sdk] ?? outcome);
    if (differs?.[sdk] === undefined) expect(observed).toEqual(direct);
    const { requests: _, ...shown } = observed;
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`secret|${KEY}`));
  });
});
