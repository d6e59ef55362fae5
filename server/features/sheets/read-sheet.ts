import { type MarginSheet, ruleFor } from '#domain/margins/margin-sheet.ts';
import { centsOf } from '#domain/money/cents.ts';
import { decimalNumber } from '#domain/money/decimal.ts';
import { receivedAmount, startComparison } from '#domain/offers/quote.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { Sheet, SheetRow, SheetRule } from '#domain/sheets/sheet.ts';
import type { BookCurrency, RateBook } from '../../book/rate-book.ts';
import type { Db } from '../../db/open.ts';
import { findMargins, isActive, listStops, type StoredStop } from '../rates/margin-stops.queries.ts';
import { listOwnRates } from '../rates/own-rates.ts';
import { listBranchesWithOwnRates } from '../rates/rate-owners.queries.ts';
import { baseOf, optionalNumber } from '../rates/rate-row.ts';
import { findSheet, listYesterday } from './sheets.queries.ts';

/** Amount at which companies are ranked: 500 of the base, in cents. */
const RANKED_AT = centsOf(500) ?? 0;

export type SheetSource = {
  book: RateBook;
  company: { id: number; name: string; isSuspended: boolean };
  branch: number | null;
  since: Since;
  at: Date;
};

/** Sheet in its order, then the currencies served outside it. */
export async function readSheet(db: Db, { book, company, branch, since, at }: SheetSource): Promise<Sheet> {
  const owner = { companyId: company.id, branch };
  const made = await findSheet(db, owner);
  const all = new Map(
    (await listOwnRates(db, { book, company, branch, since })).map((row) => [row.code, row]),
  );
  const served = [...all.values()].filter((row) => row.updated_at !== null).map(({ code }) => code);
  const codes = [...new Set([...(made?.codes ?? []), ...served])];
  const yesterday = await listYesterday(db, { ...owner, codes, at });
  // rules and ranks belong to the company
  const margins = branch === null ? await findMargins(db, company.id) : null;
  const counters = await listBranchesWithOwnRates(db, company.id);
  const stops = margins ? await listStops(db, company.id) : [];
  const active = new Map(stops.filter((stop) => isActive(stop, at)).map((stop) => [stop.code, stop]));
  const rows = codes.flatMap((code): SheetRow[] => {
    const [row, currency] = [all.get(code), book.currency(code)];
    if (!row || !currency) return [];
    const before = yesterday.get(code);
    return [
      {
        ...row,
        mid_at: currency.at,
        mid_source: currency.source,
        yesterday: before
          ? { purchase: optionalNumber(before.purchase), sale: optionalNumber(before.sale) }
          : null,
        rank: branch === null ? rankOf(row, { book, companyId: company.id, currency, since }) : null,
        rule: margins && sheetRule(margins, code, active.get(code)),
      },
    ];
  });
  return {
    base: baseOf(book).code,
    is_made: made !== null,
    quote_unit: made?.quoteUnit ?? 'per_base',
    at: at.toISOString(),
    rows,
    counters,
    ...(company.isSuspended && { is_suspended: true }),
  };
}

function sheetRule(margins: MarginSheet, code: string, stop: StoredStop | undefined): SheetRule | null {
  const rule = ruleFor(margins, code);
  if (!rule?.follows) return null;
  const { purchase_margin, sale_margin } = rule;
  const rest = stop ? { reason: stop.reason, until: stop.until?.toISOString() ?? null } : null;
  return { purchase_margin, sale_margin, rest };
}

type Ranked = { book: RateBook; companyId: number; currency: BookCurrency; since: Since };

/** Rank as in a comparison, read from the rate book without a query. */
function rankOf({ sale }: RateRow, { book, companyId, currency, since }: Ranked): SheetRow['rank'] {
  if (sale === null) return null;
  const served = book.sideOffers(currency.code, true, since);
  const comparison = startComparison(RANKED_AT, true, currency.rate);
  const rank = served.rankOf(companyId, (rate) => receivedAmount(comparison, rate));
  const [best] = served.best(1, (rate) => receivedAmount(comparison, rate));
  return rank && best ? { place: rank, of: served.total, best: decimalNumber(best.rate) } : null;
}
