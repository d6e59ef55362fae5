import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { modeOf } from '#domain/reservations/terms.ts';
import type { FoundBranch, FoundBranches } from '../../book/found-branches.ts';
import {
  type BookBranch,
  type BookCompany,
  type Served,
  type ServedAmong,
  type Standing,
  stockedIn,
} from '../../book/rate-book.ts';
import type { AskedBranches } from './branch-wishes.ts';

/** The branch that an offer names; null: none. One with a sheet of its own is named whatever was asked. */
export function branchOf(
  { company, branch, nth }: Standing,
  found: FoundBranches | null,
): FoundBranch | null {
  if (branch) return { branch, metres: found?.metresTo(branch) ?? null };
  if (!found) return null;
  return nth === undefined ? found.branchOf(company.id) : found.nthBranch(nth);
}

/** Whether an offer may be reserved that hands over this currency: at the branch that it names, or, with null, at one of the company's. */
export function isReservable({ stocked }: BookCompany, code: string, branch: BookBranch | null): boolean {
  if (!stocked.has(code)) return false;
  if (branch === null) return true;
  const mode = modeOf(branch.kind);
  return mode !== null && stocked.has(stockedIn(code, mode));
}

/** Which offers are shown, in their order, and how many others serve the pair; `found`: null where all are compared. */
export function choose(
  served: Served,
  branches: { found: FoundBranches; sort: AskedBranches['sort'] } | null,
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
/** By which counters some are listed hangs on where they are looked for: these are of one place. */
const orders = new WeakMap<Counters, Iterable<number>>();

/** The same object each time: by it is known what was answered before. */
function nearestFirst(found: FoundBranches, { ownCounters }: ServedAmong): Iterable<number> {
  if (ownCounters.size === 0) return found.nearestFirst();
  const order = orders.get(ownCounters) ?? { [Symbol.iterator]: () => nearestWith(ownCounters, found) };
  orders.set(ownCounters, order);
  return order;
}

/** The nearest first, by these counters the companies that are listed by one. It is read no further than an answer goes. */
function* nearestWith(counters: Counters, found: FoundBranches): Generator<number> {
  const byWay = (a: Way, b: Way) => a.metres - b.metres || a.id - b.id;
  const ways = Array.from(counters, ([id, { branch }]) => ({ id, metres: found.metresTo(branch) ?? 0 }));
  ways.sort(byWay);
  let next = 0;
  for (const id of found.nearestFirst()) {
    if (counters.has(id)) continue;
    const way = { id, metres: found.branchOf(id)?.metres ?? 0 };
    while (next < ways.length && byWay(ways[next] as Way, way) < 0) yield (ways[next++] as Way).id;
    yield id;
  }
  for (const { id } of ways.slice(next)) yield id;
}

type Way = { readonly id: number; readonly metres: number };
