import type { VitePlugin } from "unplugin";
import type { PluginOptions } from "./options.ts";
import { plugin } from "./plugin.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** The plugin for Vite. */
export default function promptforge(options?: PluginOptions): VitePlugin {
  return plugin.vite(options);
}
