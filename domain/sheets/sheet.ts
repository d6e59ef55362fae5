import { type Static, Type } from 'typebox';
import { CompanyName } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { StopReason } from '../margins/margin-calls.ts';
import { OfBranch, RateRow } from '../rates/fixing.ts';
import { OptionalRate } from '../rates/optional-rate.ts';
import { MOST_AT_ONCE } from './batch.ts';

/** Which way round a bureau types its rates: units for 1 of the base, or the base for so many units. */
export const QuoteUnit = Type.Union([
  Type.Literal('per_base'),
  Type.Literal('base_per_1'),
  Type.Literal('base_per_100'),
  Type.Literal('base_per_1000'),
]);
export type QuoteUnit = Static<typeof QuoteUnit>;

/**
 * By which margins, in percent, a currency follows the mid rate; null: that side is fixed by hand. `rest`: why its rule
 * rests, and until when; `until` null: until somebody lets it go on.
 */
export const SheetRule = Type.Object({
  purchase_margin: OptionalRate,
  sale_margin: OptionalRate,
  rest: Type.Union([
    Type.Object({ reason: StopReason, until: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
});
export type SheetRule = Static<typeof SheetRule>;

export const SheetRow = Type.Object({
  ...RateRow.properties,
  /** the moment of the mid rate, and who published it */
  mid_at: Type.String(),
  mid_source: Type.String(),
  /** what the bureau had at the end of the day before, in Paris; null: nothing */
  yesterday: Type.Union([Type.Object({ purchase: OptionalRate, sale: OptionalRate }), Type.Null()]),
  /**
   * Where a traveller who offers 500 of the base finds the bureau among those that serve the currency, and the first
   * one's sale; null: it is not among them.
   */
  rank: Type.Union([
    Type.Object({ place: Type.Integer(), of: Type.Integer(), best: Type.Number() }),
    Type.Null(),
  ]),
  /** null: it is fixed by hand */
  rule: Type.Union([SheetRule, Type.Null()]),
});
export type SheetRow = Static<typeof SheetRow>;

/**
 * The currencies that a bureau works with. Until it has made its sheet: those that it serves, in the order of the grid.
 * A currency that it serves and has not placed comes after those that it has.
 */
export const Sheet = Type.Object({
  base: CurrencyCode,
  is_made: Type.Boolean(),
  quote_unit: QuoteUnit,
  /** when this was so */
  at: Type.String(),
  rows: Type.Array(SheetRow),
  /** the bureau's branches that have sheets of their own */
  counters: Type.Array(CompanyName),
  /** the bureau itself is suspended: travellers are shown nothing of it */
  is_suspended: Type.Optional(Type.Boolean()),
});
export type Sheet = Static<typeof Sheet>;

/**
 * Its currencies in their order, each once. `seen`: those of the sheet as it was last seen, null where none was made: it is
 * refused when a colleague has made another one meanwhile.
 */
export const SheetRequest = Type.Object({
  currencies: Type.Array(Type.String({ maxLength: 3 }), { maxItems: MOST_AT_ONCE }),
  seen: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 3 }), { maxItems: MOST_AT_ONCE }), Type.Null()]),
  ),
  quote_unit: Type.Optional(QuoteUnit),
  ...OfBranch,
});

/** `updated_at` is the row's as last seen; null: never fixed. */
export const LeaveRequest = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  updated_at: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  ...OfBranch,
});

/** A side that is left out stays as it is. `until` is of what is suspended; left out: until somebody resumes it. */
export const SuspendRequest = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  purchase: Type.Optional(Type.Boolean()),
  sale: Type.Optional(Type.Boolean()),
  until: Type.Optional(Type.String({ maxLength: 40 })),
  ...OfBranch,
});
export type SuspendRequest = Static<typeof SuspendRequest>;

/** What the stream of events tells of the caller's bureau. No currencies: anything may have changed. */
export type FixingsEvent = { version: number; currencies: string[] };
