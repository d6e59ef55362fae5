import { issuedNotes } from '#domain/currencies/issued-notes.ts';
import type { Cents } from '#domain/money/cents.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { modeOf } from '#domain/terms/terms.ts';
import {
  type BookBranch,
  type BookCompany,
  type BranchQuestion,
  type ScoreOf,
  type SideOffers,
  stockedIn,
} from '../../book/rate-book.ts';

/** Smallest note in whole units of the currency beside the base. undefined: unknown. */
export function smallestNoteOf({ smallestNotes }: BookCompany, code: string): number | undefined {
  return smallestNotes.get(code) ?? issuedNotes(code)[0];
}

/** `handed`: currency that the company hands over; `worth`: hundredths of the base. */
export function isReservable(
  { reservable }: BookCompany,
  handed: string,
  branch: BookBranch | null,
  worth: Cents,
): boolean {
  const mode = branch && modeOf(branch.kind);
  if (branch && mode === null) return false;
  const limits = reservable.get(mode === null ? handed : stockedIn(handed, mode));
  return limits !== undefined && limits.least <= worth && worth <= limits.most;
}

export function rankOffers(sideOffers: SideOffers, question: BranchQuestion | null, scoreOf: ScoreOf) {
  if (!question) return { best: sideOffers.best(MAX_OFFERS, scoreOf), total: sideOffers.total, leftOut: 0 };
  const those = sideOffers.among(question);
  const best =
    question.sort === 'distance' ? those.nearest(MAX_OFFERS, scoreOf) : those.best(MAX_OFFERS, scoreOf);
  return { best, total: those.total, leftOut: sideOffers.total - those.total };
}
