import { originate } from "../../engine/origin.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import { isTransientStatus } from "../../transient-status.ts";
import { encodeUtf8 } from "../../utf8.ts";

/** What a model call failed with, as prompt and host see it; UTF-16. */
interface Explained {
  readonly message: string;
  /** KND-62. */
  readonly retryable: boolean;
}

/** The error of a model call that was thrown or rejected: kind `internal`, uncaught `Completion`; never with the reply's body (HOST-M20, KND-60). */
export function modelError(vm: SectionVM, cause: unknown): LuaError {
  return roundError(vm, explain(fieldsOf(cause)), cause);
}

/** The same for a reply that breaks the rules (HOST-M14); the detail is UTF-16. */
export function malformedError(vm: SectionVM, detail: string): LuaError {
  return roundError(vm, malformed(detail));
}

/** The fields of what was thrown, each only with the type that a `ModelFailure` has. */
export function fieldsOf(cause: unknown): Fields {
  const kind = fieldOf(cause, "kind");
  const status = fieldOf(cause, "status");
  const body = fieldOf(cause, "body");
  const message = fieldOf(cause, "message");
  return {
    kind: typeof kind === "string" ? kind : "",
    status: typeof status === "number" ? status : 0,
    body: typeof body === "string" ? body : "",
    message: typeof message === "string" ? message : typeof cause === "string" ? cause : "",
  };
}

/** A field of anything of the host's; undefined for one that throws when it is read. */
export function fieldOf(value: unknown, name: string): unknown {
  try {
    return (value as { readonly [field: string]: unknown } | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

interface Fields {
  readonly kind: string;
  readonly status: number;
  readonly body: string;
  readonly message: string;
}

function roundError(vm: SectionVM, { message, retryable }: Explained, cause?: unknown): LuaError {
  const error = hostError(vm, "internal", encodeUtf8(message));
  return originate(vm, error, { ends: "Completion", retryable, cause });
}

function explain(fields: Fields): Explained {
  if (Object.hasOwn(EXPLANATIONS, fields.kind)) return EXPLANATIONS[fields.kind]!(fields);
  return fields.message === "" ? TRANSPORT : { message: fields.message, retryable: false };
}

const TRANSPORT: Explained = { message: "http transport failure", retryable: true };

const EXPLANATIONS: { readonly [kind: string]: (fields: Fields) => Explained } = {
  transport: () => TRANSPORT,
  backend: ({ status }) => ({
    message: `non-success backend status ${status}`,
    retryable: isTransientStatus(status),
  }),
  malformed: ({ message }) => malformed(message),
  unreadable: ({ status }) => ({
    message: `unreadable backend error body (status ${status})`,
    retryable: true,
  }),
  disabled: () => ({ message: "gateway access is disabled", retryable: false }),
  config: ({ message }) => ({ message, retryable: false }),
};

function malformed(detail: string): Explained {
  return { message: `malformed response: ${detail}`, retryable: true };
}
