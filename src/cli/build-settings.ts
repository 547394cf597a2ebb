import type { ArgsDef } from "citty";
import { UsageError } from "./command-line.ts";

/** The options of `pfc build`. */
export const buildOptions = {
  files: {
    type: "positional",
    description: "Prompt files or globs, such as 'prompts/**/*.prompt.md'",
    required: true,
  },
  out: {
    type: "string",
    description: "Folder for the built files; made when missing, never emptied",
    valueHint: "DIR",
  },
  types: {
    type: "boolean",
    default: true,
    description: "Write name.prompt.d.ts",
    negativeDescription: "Write no declarations",
  },
  watch: { type: "boolean", description: "Go on, and build again what changes" },
  bundle: { type: "boolean", description: "Write one self-contained module per prompt" },
  minify: { type: "boolean", description: "Minify what --bundle writes" },
  target: {
    type: "string",
    description: "What runs the bundles, such as es2022 or chrome110,safari16 (default es2022)",
    valueHint: "LIST",
  },
  cache: {
    type: "boolean",
    default: true,
    description: "Skip prompts that are built already",
    negativeDescription: "Compile every prompt, built or not",
  },
} satisfies ArgsDef;

/** How prompts are built; each part of it but `out` changes what is written. */
export interface BuildSettings {
  readonly out: string;
  readonly types: boolean;
  readonly bundle: boolean;
  readonly minify: boolean;
  /** As esbuild takes it. */
  readonly target: readonly string[];
}

/** The words of the command line, as citty reads them. */
export interface BuildArguments {
  readonly out?: string | undefined;
  readonly types: boolean;
  readonly bundle?: boolean | undefined;
  readonly minify?: boolean | undefined;
  readonly target?: string | undefined;
}

/** The settings that the command line asks for. Throws `UsageError` for what does not go together. */
export function buildSettings({ out, types, bundle, minify, target }: BuildArguments): BuildSettings {
  if (out === undefined || out === "") throw new UsageError("name the folder for the built files: --out DIR");
  if (!bundle && minify) throw new UsageError("--minify needs --bundle");
  if (!bundle && target !== undefined)
    throw new UsageError("--target needs --bundle; other modules are es2022, and bundlers lower them");
  return {
    out,
    types,
    bundle: bundle === true,
    minify: minify === true,
    target: targets(target ?? "es2022"),
  };
}

const engine =
  /^(?:es(?:next|\d{1,4})|(?:chrome|deno|edge|firefox|hermes|ie|ios|node|opera|rhino|safari)\d+(?:\.\d+){0,2})$/;

function targets(list: string): readonly string[] {
  const names = list.split(",").map((name) => name.trim().toLowerCase());
  const wrong = names.find((name) => !engine.test(name));
  if (wrong === undefined) return names;
  throw new UsageError(`--target takes names such as es2022, node20 or chrome110, not \`${wrong}\``);
}
