import type { VM } from "./vm.ts";

/** The addresses of a run's objects. */
export interface Addresses {
  readonly known: WeakMap<object, string>;
  last: number;
}

/** The address of an object (ENV-06): 14 hex digits, unique in the run and the same for the object's life. */
export function addressOf({ tank }: VM, object: object): string {
  tank.addresses ??= { known: new WeakMap(), last: 0x55550000 };
  const { addresses } = tank;
  let address = addresses.known.get(object);
  if (address === undefined) {
    addresses.last += 0x20;
    address = addresses.last.toString(16).padStart(14, "0");
    addresses.known.set(object, address);
  }
  return address;
}
