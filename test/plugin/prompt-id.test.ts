import { expect, it } from "vitest";
import { PROMPT_ID, promptPath } from "../../src/plugin/prompt-id.ts";

it.each([
  ["/a/greet.prompt.md", "/a/greet.prompt.md"],
  ["/a/greet.prompt.md?t=1712", "/a/greet.prompt.md"],
  ["/a/greet.prompt.md?import&v=2", "/a/greet.prompt.md"],
  ["/a/notes.md?prompt", "/a/notes.md"],
  ["/a/notes.md?t=1&prompt", "/a/notes.md"],
  ["/a/notes.md?prompt&t=1", "/a/notes.md"],
  ["C:\\a\\greet.prompt.md", "C:\\a\\greet.prompt.md"],
])("%s is a prompt", (id, path) => {
  expect(promptPath(id)).toBe(path);
  expect(PROMPT_ID.test(id)).toBe(true);
});

it.each([
  "/a/notes.md",
  "/a/notes.md?prompts",
  "/a/notes.md?unprompted",
  "/a/greet.prompt.mdx",
  "/a/greet.prompt.md.js",
  "/a/greet.prompt.md?raw",
  "/a/greet.prompt.md?import&url",
  "/a/notes.md?prompt&raw",
  "/a/page.js?from=greet.prompt.md",
])("%s is none", (id) => {
  expect(promptPath(id)).toBeUndefined();
});
