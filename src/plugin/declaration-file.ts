import { basename } from "node:path";
import { mappedFile } from "../cli/mapped-file.ts";
import { WriteError, writeChanged } from "../cli/write-file.ts";
import type { DeclarationStyle, PluginOptions } from "./options.ts";
import type { PromptModule } from "./prompt-module.ts";

/**
 * Writes the declaration of the prompt at an absolute path and its map beside it, when their bytes change. Nothing is written for a prompt
 * of an installed package, nor for one that TypeScript has no name for: an `.md` file imported with `?prompt`. Gives what there is to say
 * where a file cannot be written: that is no reason not to build.
 */
export async function writeDeclaration(
  path: string,
  { declaration, declarationMap }: PromptModule,
  { declarations = ".d.md.ts" }: PluginOptions,
): Promise<string | undefined> {
  if (declarations === false || declaration === undefined || declarationMap === undefined || !isOwn(path))
    return undefined;
  const map = { ...declarationMap, sources: [basename(path)] };
  try {
    for (const [name, text] of mappedFile(declarationPath(path, declarations), declaration, map))
      await writeChanged(name, text);
    return undefined;
  } catch (error) {
    if (error instanceof WriteError) return `${error.message}; \`declarations: false\` writes none`;
    throw error;
  }
}

/** `greet.prompt.md` has its declaration in `greet.prompt.d.md.ts` or in `greet.prompt.md.d.ts`. */
function declarationPath(path: string, style: DeclarationStyle): string {
  return `${path.replace(/\.md$/, "")}${style}`;
}

function isOwn(path: string): boolean {
  return path.endsWith(".prompt.md") && !/[\\/]node_modules[\\/]/.test(path);
}
