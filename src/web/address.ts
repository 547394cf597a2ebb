import ipaddr from "ipaddr.js";

/** True for an IP address that no page may come from (WEB-10), and for a text that is no IP address. */
export function isBlockedAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  return blocked.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
}

/** The canonical form of a URL's host when that is an IP address, without brackets (RFC 5952); undefined for a name. */
export function addressOfHost(host: string): string | undefined {
  if (host.startsWith("[")) return canonical(host.slice(1, -1));
  // The parser of URLs has turned every other notation of an IPv4 address into this one.
  return ipaddr.IPv4.isValidFourPartDecimal(host) ? host : undefined;
}

/** The canonical form of an IP address (RFC 5952); the text itself when it is none. */
export function canonical(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.isIPv4MappedAddress() ? `::ffff:${parsed.toIPv4Address()}` : parsed.toRFC5952String();
}

const blocked = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "255.255.255.255/32",
  "::/128",
  "::1/128",
  "::/96",
  "::ffff:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
].map((range) => ipaddr.parseCIDR(range));
