import type { FixingSide } from '#domain/fixings/draft.ts';
import { type BranchWishes, DEFAULT_RADIUS_KM, type OfferBranch } from '#domain/offers/offer.ts';
import type { BranchQuestion } from '../../book/branch-index.ts';
import type { FoundBranch } from '../../book/found-branches.ts';
import { openStateOf } from '../../book/open-state-of.ts';
import type { RateBook } from '../../book/rate-book.ts';
import { HttpError } from '../../http/http-error.ts';
import { loadPlaces } from '../places/load-places.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * 60_000;
/** How far ahead hours are known (server/jobs). */
const KNOWN_AHEAD = 7 * DAY;

/** What is asked of branches, and in what order offers come. */
export type AskedBranches = {
  readonly question: BranchQuestion;
  readonly sort: 'amount' | 'distance';
};

/**
 * What branches must be like, or null: the question says nothing of them. Throws an HttpError (400) for a time of which no
 * hours are known.
 */
export function readWishes(
  { near, open_at, kinds, buys_back, sort }: BranchWishes & { sort?: 'amount' | 'distance' },
  { offerIsBase, now }: { offerIsBase: boolean; now: number },
): AskedBranches | null {
  if (sort === 'distance' && !near) {
    throw new HttpError(400, 'no_place', 'Pour trier par distance, dites d’où.');
  }
  if (!near && open_at === undefined && !kinds && !buys_back) return null;
  const openAt = open_at === undefined ? null : readTime(open_at, now);
  const side: FixingSide = offerIsBase ? 'sale' : 'purchase';
  const place = near ? placeOf(near) : null;
  const question: BranchQuestion = {
    // of what is answered alone: the schema lets `near` name other things, of any length
    key: JSON.stringify([side, place, kinds?.toSorted(), buys_back, openAt]),
    side,
    near: place,
    kinds: kinds ?? null,
    buysBack: buys_back === true,
    openAt,
  };
  return { question, sort: sort ?? 'amount' };
}

/** Some ten metres apart is the same place: who asks from there is answered alike. */
function placeOf({ lat, lon, radius_km = DEFAULT_RADIUS_KM }: NonNullable<BranchWishes['near']>) {
  const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  return { lat: rounded(lat), lon: rounded(lon), radius: radius_km * 1000 };
}

function readTime(text: string, now: number): number {
  const at = Date.parse(text);
  // a second 60 passes the format and is no time: NaN is in no range
  const isKnown = at >= now - DAY && at <= now + KNOWN_AHEAD;
  if (!isKnown) {
    const sentence =
      'Les horaires des agences sont connus pour les sept jours qui viennent. Choisissez un moment plus proche.';
    throw new HttpError(400, 'invalid_open_at', sentence);
  }
  // doors open and close with a minute: who asks within one is answered alike
  return Math.floor(at / MINUTE) * MINUTE;
}

export function showBranch(book: RateBook, { branch, metres }: FoundBranch, now: number): OfferBranch {
  const { id, name, kind, address, city, position, phone, timeZone } = branch;
  return {
    id,
    name,
    kind,
    address,
    city,
    lat: position?.lat ?? null,
    lon: position?.lon ?? null,
    is_rough: position !== null && loadPlaces().isCentre(position),
    phone,
    time_zone: timeZone,
    distance_m: metres === null ? null : Math.round(metres),
    open: openStateOf(branch, book.openings, now),
  };
}
