import { type Static, Type } from 'typebox';
import { CompanyName } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { StopReason } from '../margins/margin-calls.ts';
import { OfBranch, RateRow } from '../rates/fixing.ts';
import { OptionalRate } from '../rates/optional-rate.ts';
import { MAX_BATCH } from './batch.ts';

/** Direction of a company's quotes: units for 1 base, or the base for so many units. */
export const QuoteUnit = Type.Union([
  Type.Literal('per_base'),
  Type.Literal('base_per_1'),
  Type.Literal('base_per_100'),
  Type.Literal('base_per_1000'),
]);
export type QuoteUnit = Static<typeof QuoteUnit>;

/**
 * Margins in percent; null: the side is fixed by hand. `rest`: reason and end of a pause; `until` null: until somebody
 * resumes it.
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
  mid_at: Type.String(),
  mid_source: Type.String(),
  /** Rates at the end of the day before, in Paris. null: none. */
  yesterday: Type.Union([Type.Object({ purchase: OptionalRate, sale: OptionalRate }), Type.Null()]),
  /** Company's rank for a traveller who offers 500 of the base, and the sale rate of the first. null: not ranked. */
  rank: Type.Union([
    Type.Object({ place: Type.Integer(), of: Type.Integer(), best: Type.Number() }),
    Type.Null(),
  ]),
  /** null: fixed by hand. */
  rule: Type.Union([SheetRule, Type.Null()]),
});
export type SheetRow = Static<typeof SheetRow>;

/**
 * Currencies of a company in its order; served currencies without a position come last. Without a stored sheet, the
 * served currencies in the order of the grid.
 */
export const Sheet = Type.Object({
  base: CurrencyCode,
  is_made: Type.Boolean(),
  quote_unit: QuoteUnit,
  at: Type.String(),
  rows: Type.Array(SheetRow),
  counters: Type.Array(CompanyName),
  is_suspended: Type.Optional(Type.Boolean()),
});
export type Sheet = Static<typeof Sheet>;

/**
 * Currencies in order, each once. `seen`: those of the sheet as last read, null if there was none; the request is
 * refused if it changed meanwhile.
 */
export const SheetRequest = Type.Object({
  currencies: Type.Array(Type.String({ maxLength: 3 }), { maxItems: MAX_BATCH }),
  seen: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 3 }), { maxItems: MAX_BATCH }), Type.Null()]),
  ),
  quote_unit: Type.Optional(QuoteUnit),
  ...OfBranch,
});

export const LeaveRequest = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  updated_at: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  tells_travellers: Type.Optional(Type.Boolean()),
  ...OfBranch,
});

/** A side left out is unchanged. `until` left out: until somebody resumes it. */
export const SuspendRequest = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  purchase: Type.Optional(Type.Boolean()),
  sale: Type.Optional(Type.Boolean()),
  until: Type.Optional(Type.String({ maxLength: 40 })),
  tells_travellers: Type.Optional(Type.Boolean()),
  ...OfBranch,
});
export type SuspendRequest = Static<typeof SuspendRequest>;

/** Event of the stream for the caller's company. No currencies: anything may have changed. */
export type FixingsEvent = { version: number; currencies: string[] };
