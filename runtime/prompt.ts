import { type ArgsSchema, argsSchema, TEXT } from "./args-schema.ts";
import { ABI, type Contract, type PromptModule } from "./engine/module.ts";
import type { RunOptions } from "./options.ts";
import type { PromptOptions } from "./prompt-options.ts";
import { type PromptRun, startRun } from "./run.ts";

/** The version of this package. */
export const VERSION = "0.1.0";

/** A compiled prompt: what its module exports by default. */
export interface Prompt<Args = string, Role extends string = string, Tool extends string = string> {
  readonly name: string;
  readonly description: string;
  /** The language's major version; undefined for a file that is no prompt, whose runs fail (FMT-15). */
  readonly promptforge: number | undefined;
  /** What the prompt declares, as plain data (FMT-17). */
  readonly contract: Contract;
  /** For callers that want to check their input; a run checks nothing (ARG-20). */
  readonly args: ArgsSchema<Args>;
  /** Runs the prompt and gives its result text; rejects with a `PromptError`. */
  run(...input: RunArguments<Args, Role, Tool>): Promise<string>;
  /** Begins a run; throws a `TypeError` for an input that is not JSON and for an option that is unknown or of a wrong type. */
  start(...input: RunArguments<Args, Role, Tool>): PromptRun;
}

/** The options may be left out where the prompt has no role, which needs a model; then so may the input where no argument is required. */
export type RunArguments<Args, Role extends string, Tool extends string> =
  Record<never, never> extends PromptOptions<Role, Tool>
    ? undefined extends InputOf<Args>
      ? [input?: InputOf<Args>, options?: PromptOptions<Role, Tool>]
      : [input: InputOf<Args>, options?: PromptOptions<Role, Tool>]
    : [input: InputOf<Args>, options: PromptOptions<Role, Tool>];

/** A string is the argument string as it is, an object is sent as JSON; nothing is the empty string. */
type InputOf<Args> = [Args] extends [string]
  ? string | undefined
  : Record<never, never> extends Args
    ? Args | string | undefined
    : Args | string;

/** Makes a prompt of an emitted module. Throws for a module that was compiled for another generation of the runtime. */
export function definePrompt<Args = string, Role extends string = string, Tool extends string = string>(
  module: PromptModule,
): Prompt<Args, Role, Tool> {
  if (module.abi !== ABI) throw new Error(otherGeneration(module));
  const start = (input?: unknown, options?: RunOptions): PromptRun => startRun(module, input, options ?? {});
  let schema: ArgsSchema<Args> | undefined;
  return {
    name: module.name,
    description: module.description,
    promptforge: module.promptforge,
    contract: module.contract,
    get args() {
      schema ??= argsSchema(module.argsShape?.(module.contract) ?? TEXT);
      return schema;
    },
    // Asynchronous, so that an input that is no JSON rejects.
    run: async (input?: unknown, options?: RunOptions) => start(input, options).result,
    start,
  } as Prompt<Args, Role, Tool>;
}

function otherGeneration({ abi, compiler, file }: PromptModule): string {
  const compiled = `${file} was compiled by promptforge-esm ${compiler} for runtime interface ${abi}`;
  return `${compiled}, but promptforge-runtime ${VERSION} has interface ${ABI}: compile it again, or install the runtime of that compiler`;
}
