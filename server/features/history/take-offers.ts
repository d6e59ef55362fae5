import { instantOf } from '#domain/branches/wall-clock.ts';
import { departmentOf, EVERYWHERE } from '#domain/history/area.ts';
import { summariseOffers } from '#domain/history/day-offers.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { parisDay } from '#domain/pages/format-fixed.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { listingFit, offerBy } from '../../book/best-fit.ts';
import { selectBranches } from '../../book/branches.queries.ts';
import type { BookBranch, Rates } from '../../book/rate-book.ts';
import type { Db } from '../../db/open.ts';
import { loadPlaces } from '../places/load-places.ts';
import {
  type BranchPlace,
  insertDailyOffers,
  insertOfferDay,
  listDueDays,
  listPublicCompanies,
  listUntakenCodes,
  type RatesAt,
  selectBranchPlaces,
  selectRatesAt,
} from './daily-offers.queries.ts';

const ZONE = 'Europe/Paris';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CATCH_UP_DAYS = 31;
const COMPANIES_AT_ONCE = 500;
const SIDES = ['sale', 'purchase'] as const;

type Settings = { db: Db; freshHours: number };
// `areas`: branches by area, everywhere included.
type Company = { id: number; areas: ReadonlyMap<string, readonly BookBranch[]> };

// Instant of a day's offers, in milliseconds since 1970.
function offersTimeOf(day: string): number {
  return instantOf(Date.parse(`${day}T18:00:00Z`), ZONE);
}

// Takes the offers of each day that is due. Returns milliseconds until the next one.
export async function takeDueOffers(settings: Settings, now: Date, signal: AbortSignal): Promise<number> {
  const at = now.getTime();
  const today = parisDay(at);
  const last = offersTimeOf(today) <= at ? today : parisDay(offersTimeOf(today) - DAY);
  for (const day of await listDueDays(settings.db, { to: last, most: CATCH_UP_DAYS }))
    await takeOffers(settings, day, signal);
  const next = offersTimeOf(last === today ? parisDay(offersTimeOf(today) + DAY) : today);
  return next - at;
}

async function takeOffers({ db, freshHours }: Settings, day: string, signal: AbortSignal): Promise<void> {
  const companies = await readCompanies(db, signal);
  const at = new Date(offersTimeOf(day));
  const since = new Date(at.getTime() - freshHours * HOUR);
  for (const code of await listUntakenCodes(db, day)) {
    const found = new Map<string, Record<FixingSide, Decimal[]>>();
    for (let start = 0; start < companies.length; start += COMPANIES_AT_ONCE) {
      signal.throwIfAborted();
      const asked = companies.slice(start, start + COMPANIES_AT_ONCE);
      const companyIds = asked.map(({ id }) => id);
      const rates = Map.groupBy(
        await selectRatesAt(db, { code, at, since, companyIds }),
        ({ companyId }) => companyId,
      );
      for (const company of asked)
        addOffers(found, company, { code, since, rates: rates.get(company.id) ?? [] });
    }
    const offers = [...found].flatMap(([area, { sale, purchase }]) => {
      const sides = {
        sale: summariseOffers('sale', sale),
        purchase: summariseOffers('purchase', purchase),
      };
      return sides.sale || sides.purchase ? [{ area, ...sides }] : [];
    });
    await insertDailyOffers(db, { code, day, offers });
  }
  await insertOfferDay(db, day);
}

// Offer of a company in each of its areas, as a comparison lists it.
function addOffers(
  found: Map<string, Record<FixingSide, Decimal[]>>,
  { areas }: Company,
  { code, since, rates }: { code: string; since: Date; rates: readonly RatesAt[] },
): void {
  if (rates.length === 0) return;
  const fresh = since.getTime();
  const own = new Map(rates.map((each) => [each.branch, each.rates]));
  const limits = { fresh, compared: fresh, ahead: Number.POSITIVE_INFINITY };
  for (const [area, all] of areas) {
    const branches = all.map((branch) =>
      branch.rates ? { ...branch, rates: ratesOf(code, own.get(branch.id)) } : branch,
    );
    const ofArea = found.get(area) ?? { sale: [], purchase: [] };
    for (const side of SIDES) {
      const asked = { code, side, since: limits, rates: own.get(null) ?? null, sort: 'amount' } as const;
      const offer = offerBy(listingFit({ branches }, side), asked);
      if (offer) ofArea[side].push(offer.rate);
    }
    found.set(area, ofArea);
  }
}

function ratesOf(code: string, rates: Rates | undefined): ReadonlyMap<string, Rates> {
  return new Map(rates ? [[code, rates]] : []);
}

async function readCompanies(db: Db, signal: AbortSignal): Promise<Company[]> {
  const companies: Company[] = [];
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const ids = await listPublicCompanies(db, after, COMPANIES_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return companies;
    after = last;
    const branches = await selectBranches(db, ids);
    const areas = new Map((await selectBranchPlaces(db, ids)).map((place) => [place.id, areasOf(place)]));
    for (const id of ids) {
      const own = branches.get(id) ?? [];
      const byArea = new Map<string, BookBranch[]>([[EVERYWHERE, own]]);
      for (const branch of own)
        for (const area of areas.get(branch.id) ?? [])
          byArea.set(area, [...(byArea.get(area) ?? []), branch]);
      companies.push({ id, areas: byArea });
    }
  }
}

function areasOf({ country, commune, kind, lat, lon }: BranchPlace): string[] {
  const department = country === 'FR' && commune !== null ? departmentOf(commune) : null;
  const airport =
    kind === 'airport' && lat !== null && lon !== null ? loadPlaces().airportAt({ lat, lon }) : null;
  return [department, airport?.code ?? null].filter((area) => area !== null);
}
