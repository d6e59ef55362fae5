import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import type { FoundBranch, FoundBranches } from '../../rate-book/found-branches.ts';
import type { BookBranch, Served, ServedAmong, Standing } from '../../rate-book/rate-book.ts';
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
      ? those.firstOf(nearestFirst(found, those, scoreOf), MAX_OFFERS, scoreOf)
      : those.best(MAX_OFFERS, scoreOf);
  return { best, found, total: those.total, leftOut: served.total - those.total };
}

function nearestFirst(
  found: FoundBranches,
  those: ServedAmong,
  scoreOf: (rate: Decimal) => Cents,
): Iterable<number> {
  const counters = new Map<number, BookBranch>();
  // by which counter a company is listed that has some with sheets of their own is known once it has been asked
  for (const companyId of new Set(Array.from(found.own.values(), (counter) => counter.companyId))) {
    const counter = those.standingOf(companyId, scoreOf)?.branch;
    if (counter) counters.set(companyId, counter);
  }
  // the same object each time: by it is known what was answered before
  if (counters.size === 0) return found.nearestFirst();
  const ways = new Map(Array.from(found.ids, (id) => [id, found.branchOf(id)?.metres ?? 0]));
  for (const [companyId, counter] of counters) ways.set(companyId, found.metresTo(counter) ?? 0);
  const wayTo = (id: number) => ways.get(id) ?? 0;
  return [...ways.keys()].sort((a, b) => wayTo(a) - wayTo(b) || a - b);
}
