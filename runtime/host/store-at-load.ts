import type { SectionVM } from "../engine/state.ts";
import { isNumber } from "../lua/number.ts";
import { numberText } from "../lua/number-text.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import { StoreArguments } from "./store-arguments.ts";
import { type Awaitable, isPromise } from "./store-backend.ts";
import { failedReply, prepareCall, type StoreReply, settleReply } from "./store-call.ts";
import { StoreFailure } from "./store-failure.ts";

/** Lets store functions run directly while the shared library loads (STO-71); linked where there is one. */
export function installStoreAtLoad(vm: SectionVM): void {
  vm.storeAtLoad = (definition, values) => {
    const call = prepareCall(vm, definition, new LoadArguments(definition.name, values), values);
    return settleReply(vm, definition, "failure" in call ? call : immediate(call.perform()));
  };
}

/** The arguments of a call by the generic conversion that holds there. */
class LoadArguments extends StoreArguments {
  readonly #function: string;

  constructor(name: string, values: readonly Value[]) {
    super(values);
    this.#function = name;
  }

  protected override converted(value: Value, position: number): string {
    if (isNumber(value)) return numberText(value);
    const place = `bad argument #${position + 1} to 'store.${this.#function}'`;
    throw new StoreFailure(`${place} (string expected, got ${hostType(value)})`);
  }
}

/** Nothing can wait while the shared library loads: a promise is a failure of the host's store. */
function immediate(answer: Awaitable<StoreReply>): StoreReply {
  return isPromise(answer) ? failedReply(new TypeError(PROMISED)) : answer;
}

const PROMISED =
  "the store answered with a promise while the shared library loads, where nothing can wait: call the store from a section";
