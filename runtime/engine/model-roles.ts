import type { Model } from "../model.ts";
import type { ModelDescriptor } from "../options.ts";
import type { Gaps } from "./gaps.ts";
import type { Run } from "./run-state.ts";

/** The roles of the contract with their models, in bytewise label order, checked (PREP-05, MOD-10 to MOD-12). A role without a model stays unbound and is not checked (MOD-11). */
export function bindRoleModels(run: Run, gaps: Gaps): Map<string, Model> {
  const bound = new Map<string, Model>();
  const { model: current, models } = run.options;
  for (const { label, minContext, keywords } of sortedRoles(run)) {
    const model = models !== undefined && Object.hasOwn(models, label) ? models[label] : current;
    if (model === undefined) continue;
    bound.set(label, model);
    if (minContext !== undefined && model.context < minContext) {
      const needs = `requires a context of at least ${minContext} tokens`;
      gaps.roles.push(`role '${label}': ${needs}; the current model provides ${model.context}`);
    }
    for (const keyword of keywords) {
      const unfit = Object.hasOwn(UNFIT, keyword) ? UNFIT[keyword]! : undefined;
      if (unfit?.thinking !== model.thinking) continue;
      const has = `the current model's thinking capability is ${unfit.shown}`;
      gaps.roles.push(`role '${label}': requires '${keyword}'; ${has}`);
    }
  }
  return bound;
}

/** The thinking capability that each hard keyword cannot do with. */
const UNFIT: {
  readonly [keyword: string]: { readonly thinking: ModelDescriptor["thinking"]; readonly shown: string };
} = {
  thinking: { thinking: "never", shown: "Never" },
  "no-thinking": { thinking: "always", shown: "Always" },
};

function sortedRoles(run: Run): Run["module"]["contract"]["roles"] {
  return [...run.module.contract.roles].sort((a, b) => (a.label < b.label ? -1 : 1));
}
