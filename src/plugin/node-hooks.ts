import type { LoadHook } from "node:module";
import { fileURLToPath } from "node:url";
import { withInlineMap } from "./inline-map.ts";
import { promptPath } from "./prompt-id.ts";
import { readModule } from "./prompt-module.ts";

/** Node's hook that loads a module: prompts are compiled in memory, everything else is left to the next hook. */
export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith("file:") || promptPath(url) === undefined) return next(url, context);
  const { code, map } = await readModule(fileURLToPath(url), { declarations: false });
  // A source of the map is found from the URL of the module.
  const source = withInlineMap(code, { ...map, sources: [url] });
  return { format: "module", source, shortCircuit: true };
};
