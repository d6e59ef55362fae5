import { createHmac } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { networkOf, networksOf } from '../../http/network.ts';
import { clearFailures, countFailures, selectFailures } from './attempts.queries.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export type Limit = { name: string; window: number; most: number };

/** Limits by network, narrowest first: /32 and /24 of IPv4; /64, /56 and /48 of IPv6. */
export type NetworkLimits = Omit<Limit, 'most'> & { most: readonly [number, number, number] };

export type Count = { key: Buffer; limit: Limit };

export function countOf(secret: string, limit: Limit, value: string): Count {
  return { limit, key: createHmac('sha256', secret).update(`${limit.name}:${value}`).digest() };
}

export function countsOfNetworks(
  secret: string,
  { most, ...limit }: NetworkLimits,
  address: string,
  value = '',
): Count[] {
  return networksOf(address).map((network, i) =>
    countOf(secret, { ...limit, most: most[i] ?? most[2] }, `${network} ${value}`),
  );
}

export function pairOf({ account, address }: { account: string; address: string }): string {
  return `${networkOf(address)} ${account}`;
}

/** Increments counts of one window. Returns the seconds to wait when one exceeds its limit. */
export async function count(db: Db, round: readonly Count[], at: Date): Promise<number | null> {
  await clearFailures(db, at);
  return increment(db, round, at);
}

/** Increments counts one after the other, so that a refusal takes nothing from the wider quotas behind it. */
export async function countInTurn(db: Db, counts: readonly Count[], at: Date): Promise<number | null> {
  await clearFailures(db, at);
  for (const one of counts) {
    const waitSeconds = await increment(db, [one], at);
    if (waitSeconds !== null) return waitSeconds;
  }
  return null;
}

async function increment(db: Db, round: readonly Count[], at: Date): Promise<number | null> {
  const window = Math.max(...round.map(({ limit }) => limit.window));
  const counts = await countFailures(
    db,
    round.map(({ key }) => key),
    { at, windowStart: new Date(at.getTime() - window) },
  );
  const waits = counts
    .filter(({ key, count: n }) => round.some(({ key: own, limit }) => key.equals(own) && n > limit.most))
    .map(({ since }) => Math.ceil((since.getTime() + window - at.getTime()) / 1000));
  return waits.length > 0 ? Math.max(1, ...waits) : null;
}

export async function isUsedUp(db: Db, counts: readonly Count[], at: Date): Promise<boolean> {
  const rows = await selectFailures(
    db,
    counts.map(({ key }) => key),
  );
  return counts.some(({ key, limit }) =>
    rows.some(
      (row) =>
        row.key.equals(key) && row.count >= limit.most && row.since.getTime() > at.getTime() - limit.window,
    ),
  );
}

export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return `${Math.ceil(minutes / 60)} heures`;
  return minutes === 1 ? 'une minute' : `${minutes} minutes`;
}
