import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { modeOf } from '#domain/terms/terms.ts';
import {
  type BookBranch,
  type BookCompany,
  type ScoreOf,
  type SideOffers,
  stockedIn,
} from '../../book/rate-book.ts';
import type { BranchFilter } from './branch-filter.ts';

export function isReservable({ stocked }: BookCompany, code: string, branch: BookBranch | null): boolean {
  if (!stocked.has(code)) return false;
  if (branch === null) return true;
  const mode = modeOf(branch.kind);
  return mode !== null && stocked.has(stockedIn(code, mode));
}

export function rankOffers(sideOffers: SideOffers, filter: BranchFilter | null, scoreOf: ScoreOf) {
  if (!filter) return { best: sideOffers.best(MAX_OFFERS, scoreOf), total: sideOffers.total, leftOut: 0 };
  const those = sideOffers.among(filter.question);
  const best =
    filter.sort === 'distance' ? those.nearest(MAX_OFFERS, scoreOf) : those.best(MAX_OFFERS, scoreOf);
  return { best, total: those.total, leftOut: sideOffers.total - those.total };
}
