import { ModelFailure } from "../../model-failure.ts";
import { reportedError } from "../reported-error.ts";

/**
 * What a call of the AI SDK has failed with, as a model's failure (HOST-M20). Errors are told by their fields, as they may come from any
 * version of the SDK. What is none of the table's stays as it is: the engine shows its message.
 */
export function callFailure(thrown: unknown): unknown {
  const { statusCode: status, name, responseBody } = fieldsOf(thrown);
  const isSuccess = typeof status === "number" && status >= 200 && status < 300;
  if (typeof status === "number" && !isSuccess) return statusFailure(status, thrown);
  const reported = isSuccess ? errorIn(responseBody) : undefined;
  if (reported) return reportedError(reported);
  if (isNetworkFailure(thrown)) return new ModelFailure({ kind: "transport" }, { cause: thrown });
  // Their own messages quote the reply, which must stay out of the prompt.
  const detail = UNREADABLE.get(isSuccess ? (fieldsOf(fieldsOf(thrown).cause).name ?? "") : name);
  if (detail === undefined && !isSuccess) return thrown;
  return new ModelFailure({ kind: "malformed", message: detail ?? OTHER_SHAPE }, { cause: thrown });
}

/** The same for an error that a stream has reported: also what the provider wrote into it as it is (HOST-M15). */
export function streamFailure(error: unknown): unknown {
  const { name, data } = fieldsOf(error);
  // How a model says that its stream was cut off.
  if (name === "AI_InvalidResponseDataError" && data === undefined)
    return new ModelFailure({ kind: "transport" }, { cause: error });
  return error instanceof Error ? callFailure(error) : reportedError(error);
}

const OTHER_SHAPE = "response was not of the expected shape";

const UNREADABLE: ReadonlyMap<unknown, string> = new Map([
  ["AI_JSONParseError", "response was not valid JSON"],
  ["AI_TypeValidationError", OTHER_SHAPE],
  ["AI_InvalidResponseDataError", OTHER_SHAPE],
  ["AI_NoContentGeneratedError", "response had no content"],
  ["AI_EmptyResponseBodyError", "response had no body"],
]);

interface Fields {
  readonly name?: unknown;
  readonly cause?: unknown;
  readonly statusCode?: unknown;
  readonly responseBody?: unknown;
  readonly isRetryable?: unknown;
  readonly data?: unknown;
  readonly code?: unknown;
}

function fieldsOf(value: unknown): Fields {
  return (value ?? {}) as Fields;
}

/** An error of the SDK's own fetching always has the field `responseBody`; without a value there the body could not be read. */
function statusFailure(status: number, thrown: unknown): ModelFailure {
  const { responseBody, cause } = fieldsOf(thrown);
  const body = responseBody ?? fieldsOf(cause).responseBody;
  const options = { cause: thrown };
  if (typeof body === "string") return new ModelFailure({ kind: "backend", status, body }, options);
  const isUnread = cause !== undefined && Object.hasOwn(thrown as object, "responseBody");
  return new ModelFailure({ kind: isUnread ? "unreadable" : "backend", status }, options);
}

/** What a provider reports as an error in a reply that has a status of success. */
function errorIn(responseBody: unknown): unknown {
  try {
    return (JSON.parse(responseBody as string) as { readonly error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
}

/** True for an error of the connection: of the SDK without a status, or with a cause that the platform has raised. */
function isNetworkFailure(thrown: unknown): boolean {
  const { name, isRetryable, statusCode } = fieldsOf(thrown);
  if (name === "AI_APICallError" && isRetryable === true && statusCode === undefined) return true;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth++)
    if (isOfPlatform(error)) return true;
  return false;
}

function isOfPlatform(error: Error): boolean {
  const { name, code } = fieldsOf(error);
  if (typeof code === "string") return /^(E[A-Z]+|UND_ERR_\w+|Connection\w+|FailedToOpenSocket)$/.test(code);
  return name === "AbortError" || name === "TimeoutError" || FETCH_MESSAGES.test(`${name}: ${error.message}`);
}

// Chromium, Node and workerd; Node, when a body breaks off; Firefox; Safari.
const FETCH_MESSAGES =
  /^TypeError: (failed to fetch|fetch failed|terminated|NetworkError when attempting|Load failed|network error)/i;
