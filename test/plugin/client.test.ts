import { join } from "node:path";
import { expect, it } from "vitest";
import { promptOf, root, Workplace } from "../shipped/workplace.ts";

it("promptforge-esm/client types prompts that have no declaration beside them, and no others", async () => {
  const place = await Workplace.make(join(root, "test/plugin/.cache"));
  try {
    place.write("typed.prompt.md", promptOf("return args"));
    place.write(
      "typed.prompt.d.md.ts",
      'import type { Prompt } from "promptforge-runtime";\ndeclare const prompt: Prompt<{ city: string }>;\nexport default prompt;\n',
    );
    place.write(
      "main.ts",
      `/// <reference path=${JSON.stringify(join(root, "client.d.ts"))} />
       import any from "./any.prompt.md";
       import asked from "./notes.md?prompt";
       import typed from "./typed.prompt.md";
       import readme from "./readme.md";
       any.run({ city: "Rome", days: 3 }); any.run("text"); any.run();
       asked.run({ city: "Rome" }).then((text) => text.length);
       any.run(1);
       typed.run({ city: "Rome" });
       typed.run({ town: "Rome" });
       readme;`,
    );
    const tsc = await place.node([
      join(root, "node_modules/typescript/lib/tsc.js"),
      ...["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "esnext"],
      ...["--moduleResolution", "bundler", "--allowArbitraryExtensions", "--skipLibCheck", "main.ts"],
    ]);
    const found = [...tsc.stdout.matchAll(/^main\.ts\((\d+),\d+\): error (TS\d+)/gm)].map((m) => m.slice(1));
    // The import of what is no prompt, a number as input, an argument that is not declared.
    expect(found, tsc.stdout).toEqual([
      ["5", "TS2307"],
      ["8", "TS2345"],
      ["10", "TS2353"],
    ]);
  } finally {
    place.remove();
  }
});
