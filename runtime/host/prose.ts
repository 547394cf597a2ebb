import type { Template } from "../engine/module.ts";
import type { SectionVM } from "../engine/state.ts";
import type { JsonObject } from "../json.ts";
import { hostError } from "../lua/host-error.ts";
import { made, reserve } from "../lua/memory.ts";

/**
 * Gives the text of a placeholder, or what it failed with. `variables` is `var` as it stood when rendering began (SUB-10); the facts
 * are those of its `Placeholder`: each resolver says which it takes. `shown` is the placeholder as messages show it, `{{ var.k }}`.
 */
export type Resolver = (vm: SectionVM, variables: JsonObject, ...facts: string[]) => string | ProseFailure;

/** A substitution kind and the message without its offset (SUB-50). */
export type ProseFailure = readonly [kind: string, message: string];

/**
 * Guards the name `prose` in a section VM: read-only, rendered at a block's first read and remembered when that succeeds, nil while
 * the shared library loads (FMT-48, FMT-49, SUB-04 to SUB-12). Author metatables on `_G` never see the name.
 */
export function installProse(vm: SectionVM): void {
  vm.globals.guards.set("prose", {
    read: () => {
      const { prose } = vm.entry;
      if (prose === undefined) return undefined;
      prose.rendered ??= renderProse(vm, prose.template);
      return prose.rendered;
    },
    write: () => {
      throw hostError(vm, "lua", "prose is read-only: assign to `var` or a section global instead");
    },
  });
}

/**
 * A template filled from the state of this moment. Throws an error value of kind `lua` for the first placeholder that fails (SUB-50 to
 * SUB-73).
 */
export function renderProse(vm: SectionVM, template: Template): string {
  return fillTemplate(vm, template, (text) => hostError(vm, "lua", text));
}

/** The same; `failure` makes what is thrown of the text for a placeholder that fails. */
export function fillTemplate(vm: SectionVM, template: Template, failure: (text: string) => unknown): string {
  if (template.length === 0) return "";
  const variables = vm.entry.readVar?.() ?? vm.chain.var;
  let text = "";
  for (const piece of template) {
    if (typeof piece === "string") text += piece;
    else {
      const [resolve, offset, ...facts] = piece;
      const found = resolve(vm, variables, ...facts);
      if (typeof found !== "string") throw failure(`${found[1]} [${found[0]} at byte ${offset}]`);
      text += found;
      reserve(vm, text.length);
    }
  }
  made(vm, text.length);
  return text;
}
