import type { RollupPlugin } from "unplugin";
import type { PluginOptions } from "./options.ts";
import { plugin } from "./plugin.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** The plugin for Rollup. */
export default function promptforge(options?: PluginOptions): RollupPlugin {
  return plugin.rollup(options);
}
