import { isRecord } from "../host/models/reply.ts";
import { ModelFailure } from "../model-failure.ts";

/**
 * The failure for an `error` that a provider reports inside a reply of a status of success: its `code` or `status` when that is a number,
 * else 500 (HOST-M15, rule 5).
 */
export function reportedError(error: unknown): ModelFailure {
  const { code, status } = isRecord(error) ? error : {};
  const number = [code, status].find((value) => Number.isInteger(value)) as number | undefined;
  return new ModelFailure({ kind: "backend", status: number ?? 500, body: JSON.stringify(error) });
}
