import type { RspackPluginInstance } from "unplugin";
import type { PluginOptions } from "./options.ts";
import { plugin } from "./plugin.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** The plugin for Rspack. */
export default function promptforge(options?: PluginOptions): RspackPluginInstance {
  return plugin.rspack(options);
}
