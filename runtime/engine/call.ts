import { Nested } from "../lua/call.ts";
import { hostError } from "../lua/host-error.ts";
import { hostType } from "../lua/type-name.ts";
import type { LuaFunction, Steps, Value } from "../lua/value.ts";
import { isUtf8 } from "../utf8.ts";
import { HOP_COST, newChain } from "./chain.ts";
import { chainError } from "./chain-error.ts";
import { Failure } from "./failure.ts";
import { headingReference, resolveHeading } from "./heading.ts";
import type { Chain, SectionVM } from "./state.ts";
import { IMMEDIATE, suspendingHost } from "./suspend.ts";
import { walk } from "./walk.ts";

/** LMT-08: shared by calls, arms and tasks. */
export const DEEPEST_CHAIN = 8;

/** The global `call(target, input?)`: runs a chain in the caller's place and gives its text (CALL-01 to CALL-09). */
export function hostCall(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (target, input) {
    const { chain, entry, run } = vm;
    const variables = entry.readVar?.() ?? chain.var;
    const reference = headingReference(vm, target);
    const args = inputText(vm, input);
    if (chain.depth === DEEPEST_CHAIN) throw hostError(vm, "lua", "call recursion exceeded cap of 8");
    const start = resolveHeading(entry, reference);
    yield IMMEDIATE;
    vm.fuel -= HOP_COST;
    const argv = args === undefined ? chain.argv : run.module.argv?.(run.module.contract, args);
    const called = Object.assign(newChain(args ?? chain.args, argv, variables), {
      id: `${chain.id}.${chain.children++}`,
      task: chain.task,
      within: chain.within,
      depth: chain.depth + 1,
    });
    return yield* runCalled(vm, called, walk(run, called, start));
  });
}

/** Runs a called chain in its caller's place. The caller waits on the driver's stack, so that resuming the chain does not pass through its frames. */
export function* runCalled(vm: SectionVM, called: Chain, steps: Steps): Steps {
  const { chain } = vm;
  chain.called = called;
  try {
    const text = (yield new Nested(vm, steps)) ?? "";
    called.tasks?.end();
    chain.called = undefined;
    return text;
  } catch (thrown) {
    // What ends the run finds the called chain by its caller.
    if (!(thrown instanceof Failure) || thrown.isBug) throw thrown;
    called.tasks?.end(thrown);
    chain.called = undefined;
    throw chainError(vm, thrown);
  }
}

/** The `input` of a call. Throws an error value for what is no text. */
export function inputText(vm: SectionVM, input: Value): string | undefined {
  if (input === undefined) return undefined;
  if (typeof input !== "string") throw hostError(vm, "lua", `input must be a string, got ${hostType(input)}`);
  if (!isUtf8(input)) throw hostError(vm, "lua", "input must be a valid UTF-8 string");
  return input;
}
