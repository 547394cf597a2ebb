import { allBlocks } from "../../parse/all-blocks.ts";
import type { Contents } from "../contents.ts";
import { MadeValue } from "../host.ts";
import { hostContents } from "../host-value.ts";
import type { Language } from "../language.ts";
import { rulesOfBoth } from "../rules.ts";
import { declaredAliases } from "./alias.ts";
import { host, modelHandle } from "./host.ts";
import { versionOneFile } from "./version-1-file.ts";
import { words } from "./words.ts";

/** Version 1: tools and models are declared in Lua, and prose is sent to the model. */
export const language: Language = {
  install: (flow, prompt) => {
    const { names, areComputed } = declaredAliases(prompt);
    flow.globals.contents.push(hostGlobals, aliasGlobals(names));
    if (areComputed) flow.add(flow.globals.dynamic, modelHandle(flow));
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

const hostGlobals = hostContents(host);

function aliasGlobals(names: readonly string[]): Contents {
  const handle = new MadeValue(modelHandle);
  return new Map(names.map((name) => [name, handle]));
}

/** What Lua 5.4 does not have of the libraries (V1-70). */
const ABSENT = ["table.create"];
