import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { modeOf } from '#domain/terms/terms.ts';
import type { FoundBranch, FoundBranches } from '../../book/found-branches.ts';
import {
  type BookBranch,
  type BookCompany,
  type BookOffer,
  type SelectionOffers,
  type SideOffers,
  stockedIn,
} from '../../book/rate-book.ts';
import type { BranchFilter } from './branch-filter.ts';

/** Branch named by an offer. null: none. A branch override is always named. */
export function findOfferBranch(
  { company, branch, searchIndex: nth }: BookOffer,
  found: FoundBranches | null,
): FoundBranch | null {
  if (branch) return { branch, metres: found?.metresTo(branch) ?? null };
  if (!found) return null;
  return nth === undefined ? found.branchOf(company.id) : found.branchAt(nth);
}

export function isReservable({ stocked }: BookCompany, code: string, branch: BookBranch | null): boolean {
  if (!stocked.has(code)) return false;
  if (branch === null) return true;
  const mode = modeOf(branch.kind);
  return mode !== null && stocked.has(stockedIn(code, mode));
}

export function rankOffers(
  sideOffers: SideOffers,
  branches: { found: FoundBranches; sort: BranchFilter['sort'] } | null,
  scoreOf: (rate: Decimal) => Cents,
) {
  const found = branches?.found ?? null;
  const those = found ? sideOffers.among(found) : sideOffers;
  const best =
    found && branches?.sort === 'distance'
      ? those.firstOf(nearestFirst(found, those), MAX_OFFERS, scoreOf)
      : those.best(MAX_OFFERS, scoreOf);
  return { best, found, total: those.total, leftOut: sideOffers.total - those.total };
}

type OverrideSelection = SelectionOffers['overridesByCompany'];
/** Caches the distance order per search, because a search decides which branch represents each company. */
const orders = new WeakMap<OverrideSelection, Iterable<number>>();

/** Returns the same object for the same search, as the key of cached answers. */
function nearestFirst(
  found: FoundBranches,
  { overridesByCompany: ownCounters }: SelectionOffers,
): Iterable<number> {
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
function* nearestWithOverrides(overridePlan: OverrideSelection, found: FoundBranches): Generator<number> {
  const byWay = (a: BranchDistance, b: BranchDistance) => a.metres - b.metres || a.id - b.id;
  const ways = Array.from(overridePlan, ([id, { branch }]) => ({ id, metres: found.metresTo(branch) ?? 0 }));
  ways.sort(byWay);
  let next = 0;
  for (const id of found.nearestFirst()) {
    if (overridePlan.has(id)) continue;
    const way = { id, metres: found.branchOf(id)?.metres ?? 0 };
    while (next < ways.length && byWay(ways[next] as BranchDistance, way) < 0)
      yield (ways[next++] as BranchDistance).id;
    yield id;
  }
  for (const { id } of ways.slice(next)) yield id;
}

type BranchDistance = { readonly id: number; readonly metres: number };
