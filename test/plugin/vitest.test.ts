import { join } from "node:path";
import { expect, it } from "vitest";
import { promptOf, root, Workplace } from "../shipped/workplace.ts";

it("vitest tests prompts through the plugin for Vite", async () => {
  const place = await Workplace.make(join(root, "test/plugin/.cache"));
  try {
    place.write("p.prompt.md", promptOf("return args"));
    place.write(
      "p.test.js",
      `import { expect, it } from "vitest";
       import prompt from "./p.prompt.md";
       it("says what it is told", async () => expect(await prompt.run("x")).toBe("x"));
       it("can fail", async () => expect(await prompt.run("y")).toBe("x"));`,
    );
    place.write(
      "vitest.config.mjs",
      `import promptforge from ${JSON.stringify(join(root, "dist/plugin/vite.js"))};
       export default { plugins: [promptforge({ declarations: false })], test: { reporters: ["json"] } };`,
    );
    const { stdout, stderr } = await place.node([join(root, "node_modules/vitest/vitest.mjs"), "run"]);
    const { numPassedTests, numFailedTests } = JSON.parse(stdout) as Record<string, number>;
    expect([numPassedTests, numFailedTests], stderr).toEqual([1, 1]);
  } finally {
    place.remove();
  }
});
