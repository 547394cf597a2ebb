import { frontmatterSchema, luaAnnotations } from "../editor/index.ts";

/** The files that a project with prompts starts from, by path from its folder. */
export function projectFiles(): ReadonlyMap<string, string> {
  return new Map([
    ["prompts/hello.prompt.md", samplePrompt],
    [".promptforge/promptforge.lua", luaAnnotations()],
    [".promptforge/frontmatter.schema.json", pretty(frontmatterSchema())],
    [".luarc.json", pretty(languageServer)],
  ]);
}

/**
 * For lua-language-server: Lua 5.4, the newest dialect that every language server knows, without these libraries, with the globals of the
 * annotations.
 */
const languageServer = {
  "runtime.version": "Lua 5.4",
  "runtime.builtin": Object.fromEntries(
    [
      "bit32",
      "coroutine",
      "debug",
      "ffi",
      "io",
      "jit",
      "os",
      "package",
      "table.clear",
      "table.new",
      "utf8",
    ].map((name) => [name, "disable"]),
  ),
  "workspace.library": [".promptforge"],
};

const samplePrompt = `---
name: hello
description: Greets somebody
promptforge: 0
args:
  who:
    type: string
    description: Whom to greet
models:
  writer: {}
---

# Hello

## Greet

Write a greeting of one sentence for {{ argv.who }}.

\`\`\`lua
models.use("writer")
return models.infer(prose)
\`\`\`
`;

function pretty(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
