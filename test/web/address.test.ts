import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { isBlockedAddress } from "../../src/web/address.ts";

/** First and last address of a range of WEB-10, and its neighbours where those are free. */
type Range = readonly [first: string, last: string, before?: string | undefined, after?: string | undefined];

const ranges: readonly Range[] = [
  ["0.0.0.0", "0.255.255.255", undefined, "1.0.0.0"],
  ["10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0", "255.255.255.255", "223.255.255.255", undefined],
  ["::", "::ffff:ffff", undefined, "::1:0:0"],
  ["::ffff:0.0.0.0", "::ffff:255.255.255.255", "::fffe:ffff:ffff", "::1:0:0:0"],
  ["::ffff:8.8.8.8", "::ffff:8.8.8.8"],
  ["64:ff9b::", "64:ff9b::ffff:ffff", "64:ff9a::", "64:ff9b::1:0:0"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", undefined, "64:ff9b:2::"],
  ["100::", "100::ffff:ffff:ffff:ffff", "ff:ffff::", "100:0:0:1::"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7::", "2001:db9::"],
  ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:ffff::", "2003::"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe::", "3fff:1000::"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fbff::", "fe00::"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe7f::", undefined],
  ["fe80::1%eth0", "fe80::1%1"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
];

describe("blocked addresses (WEB-10)", () => {
  it.each(ranges.map((range) => ({ range })))("$range.0 to $range.1", ({ range }) => {
    const [first, last, before, after] = range;
    expect([isBlockedAddress(first), isBlockedAddress(last)]).toEqual([true, true]);
    for (const neighbour of [before, after]) {
      if (neighbour !== undefined)
        expect([neighbour, isBlockedAddress(neighbour)]).toEqual([neighbour, false]);
    }
  });

  it.each(["8.8.8.8", "1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2001:4860:4860::8888"])(
    "%s is public",
    (address) => {
      expect(isBlockedAddress(address)).toBe(false);
    },
  );

  it.each(["", "a.example", "1.2.3.4.5", ":::", "[::1]"])("%j is no address, so it is blocked", (text) => {
    expect(isBlockedAddress(text)).toBe(true);
  });

  it("knows each of the addresses that it is tested with", () => {
    expect(ranges.flat().filter((address) => address !== undefined && !ipaddr.isValid(address))).toEqual([]);
  });
});
