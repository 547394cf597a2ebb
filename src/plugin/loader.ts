import { pretty } from "../diagnostics/formats/pretty.ts";
import { writeDeclaration } from "./declaration-file.ts";
import type { PluginOptions } from "./options.ts";
import { moduleOf, type PromptModule } from "./prompt-module.ts";

/** What webpack, Rspack and Turbopack call a loader on. */
export interface LoaderContext {
  readonly resourcePath: string;
  async(): (error: unknown, code?: string, map?: PromptModule["map"]) => void;
  getOptions(): PluginOptions;
  emitWarning?(warning: Error): void;
}

/** The loader for prompts: the module and its map, or an error whose message has the place and the frame. */
export default function loader(this: LoaderContext, text: string): void {
  const done = this.async();
  load(this, text).then(
    ({ code, map }) => done(null, code, map),
    (error: unknown) => done(error),
  );
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
