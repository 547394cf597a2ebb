import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt } from "../../runtime/index.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let prompt: Prompt<string>;

const section = (name: string, target: string) => `## ${name}\n\n\`\`\`lua\njump("## ${target}")\n\`\`\`\n\n`;

beforeAll(async () => {
  workplace = await Workplace.make();
  const head = "---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# T\n\n";
  workplace.write("walk.prompt.md", head + section("A", "B") + section("B", "A"));
  const { status, stderr } = await workplace.pfc("build", "walk.prompt.md", "--out", ".", "--no-types");
  if (status !== 0) throw new Error(stderr);
  prompt = await workplace.load("walk.prompt.js");
});
afterAll(() => workplace.remove());

describe("sections that jump to one another for ever", () => {
  it("end by timeoutMs (CAN-01a)", async () => {
    expect(await prompt.start("", { timeoutMs: 20 }).outcome).toEqual({ status: "cancelled" });
  });

  it("end by limits.luaSteps (CAN-01a)", async () => {
    expect(await prompt.start("", { limits: { luaSteps: 50_000 } }).outcome).toEqual({ status: "cancelled" });
  });

  it("end by a signal that fires while they run (CAN-01)", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await prompt.start("", { signal: controller.signal }).outcome).toEqual({ status: "cancelled" });
  });
});
