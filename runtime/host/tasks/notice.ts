import type { Chain, SectionVM } from "../../engine/state.ts";
import type { AbandonReason, Task } from "../../engine/task.ts";
import { seedOf } from "../../lua/math/seed.ts";
import type { VM } from "../../lua/vm.ts";
import { decodeUtf8, encodeUtf8 } from "../../utf8.ts";
import { envelope, guardNonce } from "../untrusted.ts";

/** Queues and reports the notice of a model's task that has ended (MTK-40). */
export function noticeOf(vm: SectionVM, owner: Chain, task: Task, reason?: AbandonReason): void {
  const { run } = vm;
  // The message of a failure may be any bytes, but a conversation takes well-formed text only (MTK-42).
  const text = decodeUtf8(`Task id=${task.id} (## ${task.section})${ending(vm, task, reason)}`);
  owner.tasks!.notices.push(encodeUtf8(text));
  const turn = run.rounds?.get(owner.task) ?? 0;
  run.emit("task_notice", { section: owner.section, chain: owner }, { turn, task: task.id, text });
}

function ending({ entropy }: SectionVM, { outcome, state }: Task, reason: AbandonReason | undefined): string {
  if (reason !== undefined) return ` was abandoned: ${PHRASES[reason]}`;
  if (state === "cancelled") return " was canceled: the author cancelled it";
  if (typeof outcome !== "string") return ` failed: ${outcome!.message}`;
  return ` completed: ${envelope(UNMETERED, guardNonce(seedOf(entropy)), outcome)}`;
}

/** A notice is made between the turns of Lua code: no section VM pays for it. */
const UNMETERED = { fuel: Infinity, memoryBytes: Infinity } as VM;

/** TSK-54. */
const PHRASES: { readonly [reason in AbandonReason]: string } = {
  owner_returned: "the section ended",
  owner_failed: "the owner failed",
  tool_loop_exhausted: "the tool loop was exhausted",
  owner_aborted: "the owner was aborted",
  run_terminated: "the run ended",
};
