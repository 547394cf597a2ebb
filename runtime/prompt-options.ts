import type { Model } from "./model.ts";
import type { RunOptions, SlotTool } from "./options.ts";

/**
 * The options of a prompt whose roles and slots are known: a model for each role, in `models` or as the `model` of all, and tools for
 * declared slots alone. Where they are not known (`string`) everything is optional.
 */
export type PromptOptions<Role extends string, Tool extends string> = string extends Role
  ? RunOptions<Role, Tool>
  : Omit<RunOptions, "model" | "models" | "tools"> & RoleModels<Role> & SlotTools<Tool>;

/** `never`, for the roles and slots of a prompt without any, is a type with every name and no value. */
type Only<Name extends string, Value> = [Name] extends [never]
  ? { readonly [name: string]: never }
  : { readonly [name in Name]?: Value };

type RoleModels<Role extends string> = [Role] extends [never]
  ? { readonly model?: Model; readonly models?: Only<Role, Model> }
  :
      | { readonly model: Model; readonly models?: Only<Role, Model> }
      | { readonly model?: never; readonly models: { readonly [role in Role]: Model } };

interface SlotTools<Tool extends string> {
  readonly tools?: Only<Tool, SlotTool>;
}
