import type { RolldownPlugin } from "unplugin";
import type { PluginOptions } from "./options.ts";
import { plugin } from "./plugin.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** The plugin for Rolldown. */
export default function promptforge(options?: PluginOptions): RolldownPlugin {
  return plugin.rolldown(options);
}
