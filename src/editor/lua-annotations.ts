import { errors } from "./annotations/errors.ts";
import { input } from "./annotations/input.ts";
import { messages } from "./annotations/messages.ts";
import { models } from "./annotations/models.ts";
import { sections } from "./annotations/sections.ts";
import { store } from "./annotations/store.ts";
import { tasks } from "./annotations/tasks.ts";
import { tools } from "./annotations/tools.ts";

/**
 * The globals that the host gives to the Lua of version 0 prompts (part 03, section 2), as LuaCATS annotations: a Lua file that language
 * servers read and nobody runs. What a prompt itself declares, its roles and tool slots, is not in it.
 */
export function luaAnnotations(): string {
  return `${[head, input, sections, models, messages, tools, tasks, store, errors].map((part) => part.trim()).join("\n\n")}\n`;
}

const head = `
---@meta promptforge

-- The globals of PromptForge prompts. A function marked \`async\` makes its block wait; other chains may run meanwhile.
`;
