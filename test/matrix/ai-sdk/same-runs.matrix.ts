import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  let direct: Observed;

  it("through openai", async () => {
    direct = await observe(await loadPrompt(workplace, lua), script, viaOpenAI, options);
    expect(direct.outcome).toMatchObject(outcome);
    expect(direct.requests.length).toBeGreaterThan(0);
  });

  it.each(Object.keys(viaSdk) as Sdk[])("the same through %s", async (sdk) => {
    const observed = await observe(await loadPrompt(workplace, lua), script, viaSdk[sdk], options);
    expect(observed.outcome).toMatchObject(differs?.[sdk] ?? outcome);
    if (differs?.[sdk] === undefined) expect(observed).toEqual(direct);
    const { requests: _, ...shown } = observed;
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`secret|${KEY}`));
  });
});
