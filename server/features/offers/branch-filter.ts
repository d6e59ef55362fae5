import { type BranchWishes, DEFAULT_RADIUS_KM, type OfferBranch } from '#domain/offers/offer.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { openStateOf } from '../../book/open-state-of.ts';
import type { BookBranch, BranchQuestion, RateBook, Sort } from '../../book/rate-book.ts';
import { HttpError } from '../../http/http-error.ts';
import { loadPlaces } from '../places/load-places.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * 60_000;
/** Milliseconds for which opening times are computed ahead (opening-times.job.ts). */
const KNOWN_AHEAD = 7 * DAY;

/** Branch filter, or null without any. Throws an HttpError (400) for a time without known hours. */
export function readBranchFilter(
  { near, open_at, kinds, buys_back, sort = 'amount' }: BranchWishes & { sort?: Sort },
  { offerIsBase, now }: { offerIsBase: boolean; now: number },
): BranchQuestion | null {
  if (sort === 'distance' && !near) {
    throw new HttpError(400, 'no_place', 'Pour trier par distance, indiquez un lieu.');
  }
  if (!near && open_at === undefined && !kinds && !buys_back) return null;
  const openAt = open_at === undefined ? null : readTime(open_at, now);
  const side: FixingSide = offerIsBase ? 'sale' : 'purchase';
  const place = near ? roundNear(near) : null;
  return {
    // rebuilt from known fields, because the schema lets `near` carry others of any length
    key: JSON.stringify([side, place, kinds?.toSorted(), buys_back, openAt, sort]),
    side,
    near: place,
    kinds: kinds ?? null,
    buysBack: buys_back === true,
    openAt,
    sort,
  };
}

/** Rounds to some ten metres, so that neighbours share cached answers. */
function roundNear({ lat, lon, radius_km = DEFAULT_RADIUS_KM }: NonNullable<BranchWishes['near']>) {
  const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  return { lat: rounded(lat), lon: rounded(lon), radius: radius_km * 1000 };
}

function readTime(text: string, now: number): number {
  const at = Date.parse(text);
  // a leap second passes the format as NaN, which is in no range
  const isKnown = at >= now - DAY && at <= now + KNOWN_AHEAD;
  if (!isKnown) {
    const sentence =
      'Les horaires des agences sont connus pour les sept jours qui viennent. Choisissez un moment plus proche.';
    throw new HttpError(400, 'invalid_open_at', sentence);
  }
  // opening times change on full minutes, so requests within one share answers
  return Math.floor(at / MINUTE) * MINUTE;
}

/** Branch with its state at an instant: the asked one, else now. */
export function toOfferBranch(
  book: RateBook,
  branch: BookBranch,
  metres: number | null,
  at: number,
): OfferBranch {
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
    open: openStateOf(branch, book.openings, at),
  };
}
