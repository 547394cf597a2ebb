import { Nested } from "../lua/call.ts";
import { hostError } from "../lua/host-error.ts";
import { hostType } from "../lua/type-name.ts";
import type { LuaFunction, Steps, Value } from "../lua/value.ts";
import { isUtf8 } from "../utf8.ts";
import { HOP_COST, newChain } from "./chain.ts";
import { chainError } from "./chain-error.ts";
import { Failure } from "./failure.ts";
import { headingReference, resolveHeading } from "./heading.ts";
import type { Chain, Entry, SectionVM } from "./state.ts";
import { IMMEDIATE, suspendingHost } from "./suspend.ts";
import { walk } from "./walk.ts";

/** LMT-08: shared by calls, arms and tasks. */
export const DEEPEST_CHAIN = 8;

/** What a way of calling sections is. */
export interface CallKind {
  /** As messages name it. */
  readonly name: string;
  readonly resolve: (entry: Entry, reference: string) => number;
  /** What the chain is given beside its place: its own arguments where the call gives none. */
  readonly begin: (vm: SectionVM) => Partial<Chain>;
  readonly walk: typeof walk;
}

/** The global `call(target, input?)`: runs a chain in the caller's place and gives its text (CALL-01 to CALL-09). */
export function hostCall(vm: SectionVM): LuaFunction {
  return sectionCall(vm, CALL);
}

const CALL: CallKind = { name: "call", resolve: resolveHeading, begin: () => ({}), walk };

/** The same in another way. */
export function sectionCall(vm: SectionVM, kind: CallKind): LuaFunction {
  return suspendingHost(vm, function* (target, input) {
    const { chain, entry, run } = vm;
    const variables = entry.readVar?.() ?? chain.var;
    const reference = headingReference(vm, target);
    const args = inputText(vm, input);
    if (chain.depth === DEEPEST_CHAIN)
      throw hostError(vm, "lua", `${kind.name} recursion exceeded cap of ${DEEPEST_CHAIN}`);
    const start = kind.resolve(entry, reference);
    yield IMMEDIATE;
    vm.fuel -= HOP_COST;
    const argv = args === undefined ? chain.argv : run.module.argv?.(run.module.contract, args);
    const called = Object.assign(newChain(chain.args, argv, variables), kind.begin(vm), {
      id: `${chain.id}.${chain.children++}`,
      task: chain.task,
      within: chain.within,
      depth: chain.depth + 1,
      ...(args !== undefined && { args }),
    });
    return yield* runCalled(vm, called, kind.walk(run, called, start));
  });
}

/** The caller waits on the driver's stack, so that resuming the called chain does not pass through its frames. */
function* runCalled(vm: SectionVM, called: Chain, steps: Steps): Steps {
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

function inputText(vm: SectionVM, input: Value): string | undefined {
  if (input === undefined) return undefined;
  if (typeof input !== "string") throw hostError(vm, "lua", `input must be a string, got ${hostType(input)}`);
  if (!isUtf8(input)) throw hostError(vm, "lua", "input must be a valid UTF-8 string");
  return input;
}
