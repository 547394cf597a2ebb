import type { Block, Prompt, Section } from "./prompt.ts";

/** Every block of a prompt in file order: those of the H1 body, then those of the sections. */
export function allBlocks({ h1, sections }: Prompt): Block[] {
  return [...h1, ...sections.flatMap(blocksOf)];
}

function blocksOf({ blocks, children }: Section): Block[] {
  return [...blocks, ...children.flatMap(blocksOf)];
}
