import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/**
 * Trusts one proxy, which writes the last entry of X-Forwarded-For. The client may have written the earlier
 * ones.
 */
export function trustsOneProxy(_address: string, hop: number): boolean {
  return hop === 0;
}

export function clientAddress(request: IncomingMessage, trustProxy: boolean): string | undefined {
  return trustProxy ? proxyAddress(request, trustsOneProxy) : request.socket.remoteAddress;
}

/** Shortened address for display to its own user: IPv4 without its last number, IPv6 cut to 48 bits. */
export function shortAddress(address: string | undefined): string | null {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(address ?? '');
  if (v4) return `${v4[1]}.x`;
  if (!address?.includes(':')) return null;
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::`;
}

/**
 * Counting key of a household or server: an IPv4 address or an IPv6 /64. Closed sockets have no address,
 * whatever the type of `request.ip` says, and share one key.
 */
export function networkOf(address: string | undefined): string {
  if (!address?.includes(':') || address.includes('.')) return address ?? '';
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
}

/** Networks of an address for counts that span an operator's customer: /32 and /24 of IPv4; /64, /56 and /48 of IPv6. */
export function networksOf(address: string | undefined): readonly string[] {
  const narrow = networkOf(address);
  const v4 = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(narrow);
  if (v4) return [narrow, `${v4[1]}.0/24`];
  const groups = narrow.split(':');
  if (groups.length < 4) return [narrow];
  const site = groups.slice(0, 3).join(':');
  return [narrow, `${site}:${groups[3]?.padStart(4, '0').slice(0, 2)}/56`, `${site}/48`];
}
