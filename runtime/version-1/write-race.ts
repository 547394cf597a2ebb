import type { Chain, SectionVM } from "../engine/state.ts";
import { storeWrite } from "../host/store.ts";
import { StoreFailure } from "../host/store-failure.ts";
import { checkPath } from "../host/store-path.ts";
import type { LuaFunction } from "../lua/value.ts";

/** An arm at work. */
export interface Arm {
  /** Which arm of its fanout was the first to write a file, by path. */
  readonly writers: Map<string, Arm>;
  /** The arm that its fanout was called in. */
  readonly outer: Arm | undefined;
}

/** `store.write(path, contents)`: refused where another arm of the same fanout has written the file (V1-53). */
export function hostStoreWrite1(vm: SectionVM): LuaFunction {
  return storeWrite(vm, (path) => {
    checkPath(path);
    claimFile(vm.chain, path);
  });
}

function claimFile(chain: Chain, path: string): void {
  for (let { arm } = chain; arm !== undefined; arm = arm.outer) {
    const writer = arm.writers.get(path);
    if (writer !== undefined && writer !== arm) {
      const race = `write-write race on ${path}`;
      throw new StoreFailure(`${race}: another arm of the same fanout already wrote it`);
    }
    arm.writers.set(path, arm);
  }
}
