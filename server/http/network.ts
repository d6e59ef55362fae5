import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** One proxy is trusted: it writes the last entry of X-Forwarded-For, the caller may have written those before. */
export function trustsOneProxy(_address: string, hop: number): boolean {
  return hop === 0;
}

/** Who asks, as Fastify's `request.ip` says it under trustsOneProxy. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string | undefined {
  return trustProxy ? proxyAddress(request, trustsOneProxy) : request.socket.remoteAddress;
}

/**
 * What may be shown to the user whose network it is, and kept while a session lasts: an address of IPv4 without its last
 * number, the first 48 bits of one of IPv6.
 */
export function shortAddress(address: string | undefined): string | null {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(address ?? '');
  if (v4) return `${v4[1]}.x`;
  if (!address?.includes(':')) return null;
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::`;
}

/**
 * What one household or server has: an address of IPv4, or a /64 of IPv6. To count by, not to show. A caller who has
 * already hung up has no address, though the type of `request.ip` says otherwise; all of those count as one network.
 */
export function networkOf(address: string | undefined): string {
  if (!address?.includes(':') || address.includes('.')) return address ?? '';
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
}
