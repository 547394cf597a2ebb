// `/// <reference types="promptforge-esm/client" />`: types for prompts that have no declaration beside them.

declare module "*.prompt.md" {
  import type { Prompt } from "promptforge-runtime";

  const prompt: Prompt<Readonly<Record<string, unknown>>>;
  export default prompt;
}

declare module "*.md?prompt" {
  import type { Prompt } from "promptforge-runtime";

  const prompt: Prompt<Readonly<Record<string, unknown>>>;
  export default prompt;
}
