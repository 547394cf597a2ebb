import type { StoreBackend } from "../host/store-backend.ts";
import type { Run } from "./run-state.ts";

/** The run's store as its tools see it (CAP-33). Prepare has made one for a prompt with tools. */
export function toolStore({ recorder, store }: Run): StoreBackend {
  return recorder?.watched(store!) ?? store!;
}
