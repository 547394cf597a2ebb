import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { BrokenPrompt } from "../../src/plugin/broken-prompt.ts";
import loader from "../../src/plugin/loader.ts";
import { promptOf } from "../shipped/workplace.ts";

/** What the loader gives for a text, with declarations off. */
function loadText(text: string, resourceQuery = "") {
  const resourcePath = resolve("folder/p.prompt.md");
  const warnings: Error[] = [];
  return new Promise<{
    error: unknown;
    code?: string;
    map?: { sources: unknown; file: string };
    warnings: Error[];
  }>((done) =>
    loader.call(
      {
        resourcePath,
        resourceQuery,
        async: () => (error, code, map) =>
          done({ error, ...(code !== undefined && { code }), ...(map && { map }), warnings }),
        getOptions: () => ({ declarations: false }),
        emitWarning: (warning) => warnings.push(warning),
      },
      text,
    ),
  );
}

it("gives the module and a map whose source is the prompt's path", async () => {
  const { error, code, map } = await loadText(promptOf("return args"));
  expect(error).toBeNull();
  expect(code).toContain("export default definePrompt(");
  expect(map?.sources).toEqual([resolve("folder/p.prompt.md")]);
});

it.each([
  ["", "p.prompt.md.js"],
  ["?prompt&x", "p.prompt.md.js%3Fprompt&x"],
])("gives a map that names the module as Turbopack does, with the query %j", async (query, name) => {
  const { map } = await loadText(promptOf("return args"), query);
  expect(map?.file).toBe(new URL(name, pathToFileURL(resolve("folder/p.prompt.md"))).href);
});

it("gives an error whose message has the place and the frame, and no stack of the compiler", async () => {
  const { error } = await loadText(promptOf("return args").replace("name: p", "nam: p"));
  expect(error).toBeInstanceOf(BrokenPrompt);
  const { message, stack, hideStack } = error as BrokenPrompt;
  expect(message).toContain("--> folder/p.prompt.md:2:1\n");
  expect(message).toContain("> 2 | nam: p");
  expect(hideStack).toBe(true);
  expect(stack).toBe(`${message}\n    at ${resolve("folder/p.prompt.md")}:2:1`);
});

it("passes warnings on, with place and frame", async () => {
  const { code, warnings } = await loadText(promptOf("return argz"));
  expect(code).toBeDefined();
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/argz[\s\S]*--> folder\/p\.prompt\.md:12:8\n[\s\S]*> 12 \| return argz/),
  ]);
});
