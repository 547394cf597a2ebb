import type { CheckedPrompt } from "../check/checked.ts";
import { array, arrow, delegate, id } from "./es.ts";
import type { Language } from "./language.ts";
import {
  asksHost,
  isAnswered,
  LINK_LIST,
  linkBindings,
  linkGlobals,
  linkGuards,
  linkPrepare,
  startsTasks,
} from "./link.ts";
import type { ModuleContext } from "./module-context.ts";
import { optional } from "./optional.ts";
import { lowerTemplate } from "./prose.ts";
import { lowerRun } from "./section.ts";

/** Version 0: prose is for the block behind it. */
export const language: Language = {
  walk: "mainWalk",
  hasH1Pass: ({ h1 }) => h1.length > 0,
  startsTasks,
  lowerBlock: (walk, block) => {
    if (block.kind !== "lua") return [];
    const isRead = walk.used.has("", "prose") && block.prose.pieces.length > 0;
    const prose = isRead ? [lowerTemplate(walk.module, block.prose)] : [];
    return [delegate(lowerRun(walk, "block", block.region, prose))];
  },
  // `(entry) => loadShared(entry, region, chunk)`
  lowerShared: (walk, shared) => shared && arrow([id("entry")], lowerRun(walk, "loadShared", shared)),
  link,
  countsSteps: false,
  asksHost: ({ used }) => asksHost(used),
};

function link(module: ModuleContext, checked: CheckedPrompt) {
  const { prompt, used, regions } = checked;
  return [
    ...optional("vm", regions.length > 0 || undefined, () => module.use("sectionVM")),
    ["globals", linkGlobals(module, used, LINK_LIST)] as ReturnType<typeof optional>[number],
    ...optional("guards", linkGuards(module, checked), (guards) => array(guards)),
    ...optional("answers", isAnswered(used) || undefined, () => module.use("answersOf")),
    ...optional("argv", used.has("", "argv") || undefined, () => module.use("deriveArgv")),
    ...optional("ui", used.has("", "ui") || undefined, () => module.use("snapshotUi")),
    ...optional("bind", linkBindings(module, used, prompt.frontmatter), (bind) => array(bind)),
    ...optional("prepare", linkPrepare(module, prompt.frontmatter), (prepare) => prepare),
  ];
}
