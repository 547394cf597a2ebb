import type { WebpackPluginInstance } from "unplugin";
import type { PluginOptions } from "./options.ts";
import { plugin } from "./plugin.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** The plugin for webpack. */
export default function promptforge(options?: PluginOptions): WebpackPluginInstance {
  return plugin.webpack(options);
}
