import { pathToFileURL } from "node:url";
import { pretty } from "../diagnostics/formats/pretty.ts";
import type { SourceMap } from "../index.ts";
import { writeDeclaration } from "./declaration-file.ts";
import type { PluginOptions } from "./options.ts";
import { moduleOf, type PromptModule } from "./prompt-module.ts";

/** What webpack, Rspack and Turbopack call a loader on. */
export interface LoaderContext {
  readonly resourcePath: string;
  /** Empty, or with its question mark. */
  readonly resourceQuery?: string;
  async(): (error: unknown, code?: string, map?: LoadedMap) => void;
  getOptions(): PluginOptions;
  emitWarning?(warning: Error): void;
}

/** The map of a module, with the URL of what it is the map of. */
interface LoadedMap extends SourceMap {
  readonly file: string;
}

/** The loader for prompts: the module and its map, or an error whose message has the place and the frame. */
export default function loader(this: LoaderContext, text: string): void {
  const done = this.async();
  load(this, text).then(
    ({ code, map }) => done(null, code, { ...map, file: moduleUrl(this) }),
    (error: unknown) => done(error),
  );
}

/**
 * What Turbopack calls the module of a prompt under a rule with `as: "*.js"`: where it merges modules into one, it looks for their maps by
 * this name. Other bundlers do not look at it.
 */
function moduleUrl({ resourcePath, resourceQuery = "" }: LoaderContext): string {
  return pathToFileURL(`${resourcePath}.js${resourceQuery}`).href;
}

async function load(context: LoaderContext, text: string): Promise<PromptModule> {
  const { resourcePath } = context;
  const options = context.getOptions();
  const module = await moduleOf(resourcePath, text, options);
  for (const warning of module.warnings)
    context.emitWarning?.(new Warning(pretty([warning], module.source, { color: false })));
  const complaint = await writeDeclaration(resourcePath, module, options);
  if (complaint !== undefined) context.emitWarning?.(new Warning(complaint));
  return module;
}

/** Shown without where it was made. */
class Warning extends Error {
  override readonly name = "Warning";
  readonly hideStack = true;

  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}
