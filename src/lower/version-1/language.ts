import type { CheckedPrompt, Used } from "../../check/checked.ts";
import { allBlocks } from "../../parse/all-blocks.ts";
import type { LuaRegion } from "../../parse/prompt.ts";
import { array, arrow, call, delegate, type Expression, id } from "../es.ts";
import type { RuntimeName } from "../imports.ts";
import type { Language } from "../language.ts";
import { linkGlobals, linkList } from "../link.ts";
import type { ModuleContext } from "../module-context.ts";
import { optional } from "../optional.ts";
import { lowerRun, type Walk } from "../section.ts";
import { links } from "./links.ts";
import { lowerProse } from "./prose.ts";

const linked = linkList(links);

/** Version 1: prose is a model turn. */
export const language: Language = {
  walk: "mainWalk1",
  // Always, with a VM (V1-35).
  hasH1Pass: () => true,
  startsTasks: (used) => used.has("", "fanout"),
  lowerBlock: (walk, block, blocks) =>
    block.kind === "lua"
      ? [delegate(lowerRun(walk, "luaBlock", block.region))]
      : lowerProse(walk, block, blocks),
  lowerShared,
  link,
  countsSteps: true,
  asksHost: ({ prompt, used }) =>
    readsClock(used) ||
    ASKING.some(([library, field]) => used.has(library, field)) ||
    allBlocks(prompt).some((block) => block.kind === "prose" && block.text !== ""),
};

/** The functions that ask the host for something, but for those of the store. */
const ASKING = [
  ["tools", "need"],
  ["models", "need"],
  ["models", "default"],
  ["models", "infer"],
  ["", "store"],
] as const;

/** `(entry) => loadLibrary(entry, region, chunk)`, behind a look at the clock where `sys.now` may be read. */
function lowerShared(walk: Walk, shared: LuaRegion | undefined): Expression | undefined {
  const load = shared && lowerRun(walk, "loadLibrary", shared);
  const given = load === undefined ? [] : [load];
  const body = readsClock(walk.used) ? call(walk.module.use("readClock"), [id("entry"), ...given]) : load;
  return body && arrow([id("entry")], body);
}

function readsClock(used: Used): boolean {
  return used.has("sys", "now");
}

function link(module: ModuleContext, checked: CheckedPrompt): [string, Expression][] {
  const { used } = checked;
  const uses = (names: readonly RuntimeName[]) => names.map((name) => module.use(name));
  const needs = needed(used);
  return [
    ["vm", module.use("sectionVM")],
    ["globals", linkGlobals(module, used, linked)],
    ["guards", array(uses(guards(checked)))],
    ["cancelled", module.use("interruption")],
    ...optional("bind", needs, (names) => array(uses(names))),
    ...optional("prepare", needs.length > 0 || undefined, () =>
      module.use(used.has("tools", "need") ? "prepareNeeds" : "prepareModelNeeds"),
    ),
  ];
}

/** What sets the globals of aliases. */
function needed(used: Used): readonly RuntimeName[] {
  const needsModels = used.has("models", "need") || used.has("models", "default");
  return [
    ...(used.has("tools", "need") ? (["bindNeededTools"] as const) : []),
    ...(needsModels ? (["bindNeededModels"] as const) : []),
  ];
}

/** What else sets up a section VM. */
function guards({ used, regions, mayHandleErrors, mayHaveNumbers }: CheckedPrompt): readonly RuntimeName[] {
  const offers = ["always", "add", "add_local"].some((field) => used.has("tools", field));
  const linked: readonly (readonly [isUsed: boolean, name: RuntimeName])[] = [
    [true, "installReply"],
    [regions.length > 0, "installBudget"],
    [mayHandleErrors, "installOpaqueErrors"],
    [mayHaveNumbers, "installNumbers1"],
    [offers, "installToolScope1"],
  ];
  return linked.flatMap(([isUsed, name]) => (isUsed ? [name] : []));
}
