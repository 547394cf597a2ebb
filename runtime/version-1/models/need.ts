import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import { unusedNames } from "../../engine/unused-names.ts";
import { checkAlias } from "../../host/alias.ts";
import { ModelHandle } from "../../host/models/handle.ts";
import { quoted } from "../../host/quote.ts";
import { after } from "../../host/store-backend.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import type { Model } from "../../model.ts";
import { ModelFailure } from "../../model-failure.ts";
import type { ModelDescriptor, ModelNeed } from "../../options.ts";
import { decodeUtf8, encodeUtf8 } from "../../utf8.ts";
import { bindingFailure, declarationsOf } from "../declarations.ts";
import { h1Only } from "../h1-only.ts";
import { findModel, resolved } from "../resolve.ts";
import { needHandles } from "./handle.ts";
import { needOptions } from "./options.ts";

/** `models.need(alias, description, opts?)`: binds the host's model for a description, and gives its handle (V1-62 to V1-64). */
export function hostModelsNeed(vm: SectionVM): LuaFunction {
  const make = needHandles(vm);
  return h1Only(vm, "models.need", () =>
    suspendingHost(vm, function* (...values) {
      return make(yield* neededModel(vm, "models.need", values));
    }),
  );
}

/** `models.default(alias)`, `models.default(alias, description, opts?)`: makes a model the default of all sections (V1-62, V1-63). */
export function hostModelsDefault1(vm: SectionVM): LuaFunction {
  const make = needHandles(vm);
  const name = "models.default";
  return h1Only(vm, name, () =>
    suspendingHost(vm, function* (...values) {
      const { run } = vm;
      const alias = values[0];
      if (run.defaultModel !== undefined)
        throw hostError(vm, "lua", "models.default may be called at most once per prompt");
      const handle =
        values.length === 1 && typeof alias === "string"
          ? declaredModel(vm, name, alias)
          : yield* neededModel(vm, name, values);
      run.defaultModel = handle;
      return make(handle);
    }),
  );
}

/** The handle that an alias was declared with; `name` is the function that asks. */
export function declaredModel(vm: SectionVM, name: string, alias: string): ModelHandle {
  checkAlias(vm, alias, "model alias");
  const handle = vm.run.declarations?.models.get(alias);
  if (handle !== undefined) return handle;
  throw hostError(vm, "lua", `${name} alias ${quoted(alias)} was not declared by models.need`);
}

function* neededModel(
  vm: SectionVM,
  name: string,
  values: readonly Value[],
): Generator<unknown, ModelHandle, Value> {
  const [alias, description, given] = values;
  if (values.length > 3) throw hostError(vm, "lua", `${name} expects at most three arguments`);
  if (typeof alias !== "string" || typeof description !== "string")
    throw hostError(vm, "lua", `${name} expects alias, description, and optional opts table`);
  const opts = needOptions(vm, name, given);
  checkAlias(vm, alias, "model alias");
  const { models } = declarationsOf(vm.run);
  if (models.has(alias)) throw bindingFailure(vm, `model alias ${quoted(alias)} was declared more than once`);
  const need: ModelNeed = {
    what: "model",
    alias: decodeUtf8(alias),
    description: decodeUtf8(description),
    opts,
  };
  const facts = yield* resolved<ModelDescriptor>(vm, need, (context) =>
    after(findModel(vm.run, need, context), (model) => (typeof model === "string" ? model : factsOf(model))),
  );
  if ("unresolved" in facts)
    throw bindingFailure(vm, `${UNRESOLVED[facts.unresolved]} capability ${quoted(description)}`, {
      cause: facts.cause,
      help: facts.unresolved === "absent" ? adviceFor(vm, need) : undefined,
    });
  const handle = handleFor(vm, need, facts);
  models.set(alias, handle);
  return handle;
}

const UNRESOLVED = {
  absent: "no model matches",
  duplicate: "duplicate models match",
  ambiguous: "ambiguous models match",
};

/** Where nobody was asked: what the host can give. */
function adviceFor({ run: { options } }: SectionVM, { alias }: ModelNeed): string | undefined {
  if (options.resolveModel !== undefined) return undefined;
  if (options.model === undefined && options.models === undefined) return NO_MODEL;
  return NO_FIT + unusedNames("models", options.models, [alias]);
}

const NO_MODEL = "give the run the option `model`, or `models` with a model under this alias";
const NO_FIT = "give the run another model, or one under this alias, that fits the options of the need";

function factsOf({ id, description, context, thinking }: Model): ModelDescriptor {
  return { id, context, thinking, ...(description !== undefined && { description }) };
}

function handleFor(vm: SectionVM, need: ModelNeed, facts: ModelDescriptor): ModelHandle {
  const { alias, description, opts } = need;
  const { thinking, context: _least, ...sampling } = opts;
  return new ModelHandle({
    label: encodeUtf8(alias),
    modelId: encodeUtf8(facts.id),
    description: encodeUtf8(description),
    capabilities: [],
    context: facts.context,
    thinking,
    sampling,
    model: { ...facts, complete: completer(vm, need) },
  });
}

/** Asks the host again where a run goes on from its journal: the journal has no model. */
function completer({ run }: SectionVM, need: ModelNeed): Model["complete"] {
  return (request, context) => {
    const known = declarationsOf(run).liveModels.get(need.alias);
    if (known !== undefined) return known.complete(request, context);
    return after(findModel(run, need, context), (model) => {
      if (typeof model !== "string") return model.complete(request, context);
      const message = `the host has no model any more for ${need.alias}`;
      throw new ModelFailure({ kind: "config", message });
    });
  };
}
