import { allBlocks } from "../../parse/all-blocks.ts";
import { installHosts } from "../host-value.ts";
import type { Language } from "../language.ts";
import { rulesOfBoth } from "../rules.ts";
import { declaredAliases } from "./alias.ts";
import { host, modelHandle } from "./host.ts";
import { versionOneFile } from "./version-1-file.ts";
import { words } from "./words.ts";

/** Version 1: tools and models are declared in Lua, and prose is sent to the model. */
export const language: Language = {
  install: (flow, globals, prompt) => {
    const { names, areComputed } = declaredAliases(prompt);
    installHosts(flow, globals, host);
    installHosts(flow, globals, Object.fromEntries(names.map((name) => [name, modelHandle])));
    if (areComputed) flow.add(globals.dynamic, modelHandle(flow));
  },
  templates: (prompt) =>
    allBlocks(prompt).flatMap((block) => (block.kind === "prose" && block.sent ? [block.sent] : [])),
  isReplaced: (prompt) => {
    const { names, areComputed } = declaredAliases(prompt);
    const replaced = new Set([...names, ...ABSENT]);
    return (name) => areComputed || replaced.has(name) || replaced.has(name.split(".")[0]!);
  },
  words,
  rules: [...rulesOfBoth, versionOneFile],
};

/** What Lua 5.4 does not have of the libraries (V1-70). */
const ABSENT = ["table.create"];
