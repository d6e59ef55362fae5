import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { modeOf } from '#domain/terms/terms.ts';
import type { FoundBranch, FoundBranches } from '../../book/found-branches.ts';
import {
  type BookBranch,
  type BookCompany,
  type Served,
  type ServedAmong,
  type Standing,
  stockedIn,
} from '../../book/rate-book.ts';
import type { BranchFilter } from './branch-filter.ts';

/** Branch named by an offer. null: none. A branch override is always named. */
export function findOfferBranch(
  { company, branch, nth }: Standing,
  found: FoundBranches | null,
): FoundBranch | null {
  if (branch) return { branch, metres: found?.metresTo(branch) ?? null };
  if (!found) return null;
  return nth === undefined ? found.branchOf(company.id) : found.nthBranch(nth);
}

export function isReservable({ stocked }: BookCompany, code: string, branch: BookBranch | null): boolean {
  if (!stocked.has(code)) return false;
  if (branch === null) return true;
  const mode = modeOf(branch.kind);
  return mode !== null && stocked.has(stockedIn(code, mode));
}

export function rankOffers(
  served: Served,
  branches: { found: FoundBranches; sort: BranchFilter['sort'] } | null,
  scoreOf: (rate: Decimal) => Cents,
) {
  const found = branches?.found ?? null;
  const those = found ? served.among(found) : served;
  const best =
    found && branches?.sort === 'distance'
      ? those.firstOf(nearestFirst(found, those), MAX_OFFERS, scoreOf)
      : those.best(MAX_OFFERS, scoreOf);
  return { best, found, total: those.total, leftOut: served.total - those.total };
}

type Counters = ServedAmong['ownCounters'];
/** Caches the distance order per search, because a search decides which branch represents each company. */
const orders = new WeakMap<Counters, Iterable<number>>();

/** Returns the same object for the same search, as the key of cached answers. */
function nearestFirst(found: FoundBranches, { ownCounters }: ServedAmong): Iterable<number> {
  if (ownCounters.size === 0) return found.nearestFirst();
  const order = orders.get(ownCounters) ?? {
    [Symbol.iterator]: () => nearestWithOverrides(ownCounters, found),
  };
  orders.set(ownCounters, order);
  return order;
}

/**
 * Nearest companies first, branch overrides at their own distance. Lazy: read no further than an answer
 * goes.
 */
function* nearestWithOverrides(counters: Counters, found: FoundBranches): Generator<number> {
  const byWay = (a: BranchDistance, b: BranchDistance) => a.metres - b.metres || a.id - b.id;
  const ways = Array.from(counters, ([id, { branch }]) => ({ id, metres: found.metresTo(branch) ?? 0 }));
  ways.sort(byWay);
  let next = 0;
  for (const id of found.nearestFirst()) {
    if (counters.has(id)) continue;
    const way = { id, metres: found.branchOf(id)?.metres ?? 0 };
    while (next < ways.length && byWay(ways[next] as BranchDistance, way) < 0)
      yield (ways[next++] as BranchDistance).id;
    yield id;
  }
  for (const { id } of ways.slice(next)) yield id;
}

type BranchDistance = { readonly id: number; readonly metres: number };
