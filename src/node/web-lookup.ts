import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { canonical, isBlockedAddress } from "../web/address.ts";
import { PageFailure } from "../web/refusal.ts";

/** Gives the IP addresses of a name; rejects when they cannot be found. */
export type Resolve = (host: string) => PromiseLike<readonly string[]>;

/** What the system resolves a name to, in its order. */
export async function systemResolve(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

/**
 * The `lookup` of a connection: the addresses of the host that are not blocked (WEB-10). It is asked anew by each connection, which then
 * takes an address from its answer, so that nothing lies between check and connect. Fails with a `PageFailure`.
 */
export function checkedLookup(resolve: Resolve, allowAddress: (address: string) => boolean): LookupFunction {
  return (host, { all }, callback) => {
    allowedAddresses(host, resolve, allowAddress).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all === true) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (failure: PageFailure) => callback(failure, ""),
    );
  };
}

async function allowedAddresses(
  host: string,
  resolve: Resolve,
  allowAddress: (address: string) => boolean,
): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (error) {
    throw new PageFailure("dns", { cause: error });
  }
  const allowed = addresses.filter(
    (address) => isIP(address) !== 0 && (!isBlockedAddress(address) || allowAddress(canonical(address))),
  );
  if (allowed.length === 0) throw new PageFailure("blocked");
  return allowed;
}
