import { basename } from "node:path";
import type { Contract, ModelFailureDetails, PromptError, RunOptions } from "promptforge-runtime";
import { hostPlace, innermost } from "./host-fault.ts";

/** What an explanation looks at beside the error. */
export interface Circumstances {
  readonly contract: Contract;
  /** The prompt file as the command line names it. */
  readonly path: string;
  /** The argument string. */
  readonly text: string;
  readonly options: RunOptions;
  /** How to begin anew where all that the run was told came from its journal. */
  readonly anew?: string;
}

/** `error[Kind]: message`, the lines of the prompt that led there, what of the host caused it and where, and what to do. */
export function explain(error: PromptError, circumstances: Circumstances): string {
  const [message] = error.message.split("\nstack traceback:");
  const places = placesOf(error, circumstances.path);
  const reason = causeText(error, message!);
  const thrower = hostPlace(error.cause);
  const help = [errorHelp(error, circumstances), argumentHelp(circumstances), circumstances.anew];
  return [
    `error[${error.kind}]: ${message}`,
    ...places,
    ...(reason === undefined ? [] : [`  cause: ${reason}`]),
    ...(thrower === undefined ? [] : [`  --> ${thrower}`]),
    ...help.flatMap((line) => (line === undefined ? [] : [`  help: ${line}`])),
  ].join("\n");
}

/** The lines of the prompt, else the section that has failed. The runtime knows the name of the file alone. */
function placesOf({ stack = "", section }: PromptError, path: string): string[] {
  const name = basename(path);
  const lines = stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .map((line) => {
      const [, before, place] = /^(.*\()([^()]*:\d+\))$/.exec(line) ?? [];
      return place?.startsWith(`${name}:`) ? before + path + place.slice(name.length) : line;
    });
  return lines.length > 0 || section === undefined ? lines : [`    in section '${section}'`];
}

/** What the host's own exception says beyond the message, such as that a connection was refused; never the body of a reply. */
function causeText(error: PromptError, message: string): string | undefined {
  const text = innermost(error.cause);
  return text === undefined || message.includes(text) || KINDS.has(text) ? undefined : text;
}

/** What a `ModelFailure` without a text of its own has as its message. */
const KINDS: ReadonlySet<string> = new Set<ModelFailureDetails["kind"]>([
  "transport",
  "backend",
  "unreadable",
  "disabled",
]);

/** Where the runtime's help names an option of a run, what to write on the command line; else that help. */
function errorHelp(error: PromptError, { options }: Circumstances): string | undefined {
  const { kind, message, help } = error;
  const hasModel = options.model !== undefined || options.models !== undefined;
  if (help?.includes("`model`") && !hasModel) return NO_MODEL;
  // The runtime's help names what was given under another name.
  if (help?.includes("asked for is")) return help;
  if (kind === "Binding" && help?.includes("`tools`")) return NO_TOOLS;
  if (kind === "RequirementsUnmet") return REQUIREMENTS.find(([line]) => line.test(message))?.[1] ?? help;
  const { status } = (error.cause ?? {}) as { readonly status?: number };
  return help ?? (kind === "Completion" && status !== undefined ? STATUSES[status] : undefined);
}

/** By the status that an endpoint has answered with. */
const STATUSES: { readonly [status: number]: string } = {
  401: "the endpoint wants a key, or another one: set PFC_API_KEY",
  403: "the endpoint does not allow this with the key of PFC_API_KEY",
  404: "the endpoint does not know that path or model: see the URL and the id of --model URL#id",
  429: "the endpoint takes no more requests for now: try again later",
};

const NO_MODEL =
  "give the run a model: --model URL#id, such as --model https://api.example.com/v1#small-1 (key: PFC_API_KEY), or to try the prompt --model echo or --script FILE";

const NO_TOOLS =
  "give the tools with --host FILE.mjs, a module such as `export default { tools: { alias: { description, parameters, call } } }`";

/** By a line of the requirements notice. */
const REQUIREMENTS: readonly (readonly [RegExp, string])[] = [
  [/^- missing required capability/m, NO_TOOLS],
  [
    /^- role /m,
    "choose another model, or describe it in a module for --host FILE.mjs: `export default { model: openai({ baseURL, model, context, thinking }) }`",
  ],
];

/** What a prompt with declared arguments wants in place of a text that is no JSON object. */
function argumentHelp({ contract, text }: Circumstances): string | undefined {
  const { isDefault, declarations } = contract.args;
  if (isDefault || isObject(text)) return undefined;
  const required = declarations.filter((argument) => !argument.optional && argument.default === undefined);
  const shown = required.length > 0 ? required : declarations;
  const example = Object.fromEntries(shown.map(({ name, type }) => [name, EXAMPLES[type]]));
  return `the prompt takes its arguments as a JSON object, such as '${JSON.stringify(example)}'`;
}

const EXAMPLES = { string: "text", boolean: true, integer: 1, number: 0.5 };

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
