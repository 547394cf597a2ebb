import type { ModelScript } from "promptforge-runtime/scripted";
import { UsageError } from "./command-line.ts";

/** The model of a run as the command line or the environment names it. */
export type ModelSetting =
  | { readonly kind: "echo" }
  | { readonly kind: "script"; readonly path: string; readonly replies: ModelScript }
  | {
      readonly kind: "endpoint";
      readonly baseURL: string;
      readonly model: string;
      /** True when the environment alone names it: a model of the host file comes before it. */
      readonly isDefault: boolean;
    };

const FORM = "write --model URL#id, such as --model https://api.example.com/v1#small-1, or --model echo";

/**
 * What `--model` says; without the option the endpoint that `PFC_BASE_URL` and `PFC_MODEL` name, when both are set (KND-63). Each of
 * the two also stands in for the part of `URL#id` that is left out. Throws `UsageError`.
 */
export function modelSetting(
  word: string | undefined,
  environment: { readonly [name: string]: string | undefined },
): ModelSetting | undefined {
  const [defaultURL, defaultModel] = [environment["PFC_BASE_URL"], environment["PFC_MODEL"]];
  if (word === undefined) {
    if (!defaultURL || !defaultModel) return undefined;
    return endpoint(defaultURL, defaultModel, true, "PFC_BASE_URL");
  }
  if (word === "echo") return { kind: "echo" };
  const { url, id } = parts(word);
  if (url === "" && !defaultURL)
    throw new UsageError(`--model has no URL, and PFC_BASE_URL is not set: ${FORM}`);
  if (id === "" && !defaultModel)
    throw new UsageError(`--model has no id after \`#\`, and PFC_MODEL is not set: ${FORM}`);
  return endpoint(url || defaultURL!, id || defaultModel!, false, url === "" ? "PFC_BASE_URL" : "--model");
}

/** `URL#id`, `URL`, `#id` or `id`. */
function parts(word: string): { readonly url: string; readonly id: string } {
  const hash = word.indexOf("#");
  if (hash !== -1) return { url: word.slice(0, hash), id: word.slice(hash + 1) };
  return word.includes("://") ? { url: word, id: "" } : { url: "", id: word };
}

/** `source` is what a message blames. */
function endpoint(baseURL: string, model: string, isDefault: boolean, source: string): ModelSetting {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw new UsageError(`the URL of ${source} is no http or https URL: ${FORM}`);
  // A message would show them, and a request cannot have them.
  if (url.username !== "" || url.password !== "")
    throw new UsageError(`the URL of ${source} has a user name or a password in it: set PFC_API_KEY instead`);
  return { kind: "endpoint", baseURL, model, isDefault };
}
