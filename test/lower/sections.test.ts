import { describe, expect, it } from "vitest";
import { compile } from "../../src/index.ts";

const prompt = (sections: number) =>
  `---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# T\n\n${Array.from(
    { length: sections },
    (_, place) => `## S${place}\n\n\`\`\`lua\njump("## S0")\n\`\`\`\n`,
  ).join("\n")}`;

const size = async (sections: number) =>
  (await compile({ path: "p.prompt.md", text: prompt(sections) })).code!.length;

describe("the sections of a module", () => {
  it("are emitted in linear size, also where they name each other", async () => {
    const [few, more, most] = [await size(50), await size(100), await size(200)];
    expect(most - more).toBeLessThan(2.5 * (more - few));
  });
});
