import type { Contract } from "../../engine/module.ts";
import type { SectionVM } from "../../engine/state.ts";
import { float } from "../../lua/number.ts";
import { LuaTable } from "../../lua/table.ts";
import { Userdata, type Value } from "../../lua/value.ts";
import type { Model } from "../../model.ts";
import { encodeUtf8 } from "../../utf8.ts";
import { frozenObjects } from "../frozen-object.ts";

/** Sampling options of `models.use`; a key only when it is set (MOD-30, MOD-32). */
export interface Sampling {
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/** What a model handle holds: the settings that rounds on it run with, frozen at the call that made it (MOD-40). Texts are byte strings. */
export class ModelHandle {
  /** The role's label, or the raw model id. */
  readonly label: string;
  readonly modelId: string;
  readonly description: string;
  /** The role's keywords in declared order. */
  readonly capabilities: readonly string[];
  /** In tokens. */
  readonly context: number;
  readonly thinking: boolean | undefined;
  readonly sampling: Sampling;
  /** Who answers; undefined for a raw id in a run without a current model. */
  readonly model: Model | undefined;

  constructor(fields: Omit<ModelHandle, "sampling"> & { readonly sampling?: Sampling }) {
    this.label = fields.label;
    this.modelId = fields.modelId;
    this.description = fields.description;
    this.capabilities = fields.capabilities;
    this.context = fields.context;
    this.thinking = fields.thinking;
    this.sampling = fields.sampling ?? {};
    this.model = fields.model;
  }
}

/** The handle of a bound role as it stands in the contract, or undefined when no such role is bound (MOD-10, MOD-11). */
export function roleHandle({ run }: SectionVM, label: string, sampling?: Sampling): ModelHandle | undefined {
  const model = run.bindings?.models.get(label);
  const role = run.module.contract.roles.find((declared) => declared.label === label);
  if (model === undefined || role === undefined) return undefined;
  return new ModelHandle({
    label,
    modelId: encodeUtf8(model.id),
    description: encodeUtf8(role.description ?? model.description ?? ""),
    capabilities: role.keywords,
    context: model.context,
    thinking: thinkingSwitch(role),
    ...(sampling !== undefined && { sampling }),
    model,
  });
}

/** The contents of a model handle; undefined for every other value. */
export function handleOf(value: Value): ModelHandle | undefined {
  return value instanceof Userdata && value.content instanceof ModelHandle ? value.content : undefined;
}

/** Makes the handles of a section VM. */
export function modelHandles(vm: SectionVM): (handle: ModelHandle) => Userdata {
  return frozenObjects<ModelHandle>(vm, { plural: "model handles", fields: FIELDS, text: labelOf });
}

/** MOD-04: of `thinking` and `no-thinking` the later one counts. */
function thinkingSwitch({ keywords }: Contract["roles"][number]): boolean | undefined {
  const last = keywords.filter((keyword) => keyword === "thinking" || keyword === "no-thinking").pop();
  return last === undefined ? undefined : last === "thinking";
}

function labelOf({ label }: ModelHandle): string {
  return label;
}

const FIELDS: { readonly [name: string]: (handle: ModelHandle) => Value } = {
  name: labelOf,
  label: labelOf,
  description: (handle) => handle.description,
  capabilities: (handle) => new LuaTable([0, ...handle.capabilities]),
  model_id: (handle) => handle.modelId,
  context: (handle) => handle.context,
  thinking: (handle) => handle.thinking,
  temperature: ({ sampling: { temperature } }) =>
    temperature === undefined ? undefined : float(temperature),
  max_tokens: ({ sampling }) => sampling.maxTokens,
};
