import { type Static, Type } from 'typebox';
import { CompanyName, Id } from '../companies/company.ts';
import { Currency, CurrencyCode } from '../currencies/currency.ts';
import { Page, SearchText } from '../lists/page.ts';
import { Day } from '../text/day.ts';
import { Person } from '../users/person.ts';
import { OptionalRate } from './optional-rate.ts';

const Rate = Type.Number();

export type FixingOrigin = 'hand' | 'batch' | 'rule' | 'import' | 'api' | 'review';

/** Sides that are left out of comparisons although they have a rate. `until` null: until somebody resumes them. */
export const Suspended = Type.Object({
  purchase: Type.Boolean(),
  sale: Type.Boolean(),
  until: Type.Union([Type.String(), Type.Null()]),
});
export type Suspended = Static<typeof Suspended>;

/** Company's rates of one currency in units for 1 base, from the company's side (contract 1). */
export const RateRow = Type.Object({
  code: CurrencyCode,
  label: Type.String(),
  rate: Rate,
  purchase: OptionalRate,
  sale: OptionalRate,
  company: Type.Object({ name: Type.String() }),
  base: CurrencyCode,
  currency: Currency,
  updated_at: Type.Union([Type.String(), Type.Null()]),
  /** null: never fixed (contract 2). */
  freshness: Type.Union([
    Type.Literal('fresh'),
    Type.Literal('to_confirm'),
    Type.Literal('stale'),
    Type.Null(),
  ]),
  held: Type.Boolean(),
  /** Author of the last fixing. null: none or unknown. */
  by: Type.Union([Person, Type.Null()]),
  suspended: Type.Union([Suspended, Type.Null()]),
});
export type RateRow = Static<typeof RateRow>;

/**
 * `total`: rows of all pages, for lists across companies. `is_suspended`, `charges_fees` and `unpaid_sides` explain why
 * travellers do not see rates of the caller's company: it is suspended, asks fees beside its rate, or has branches and
 * none pays its rates on these sides.
 */
export const RatesAnswer = Type.Object({
  base: CurrencyCode,
  rates: Type.Array(RateRow),
  total: Type.Optional(Type.Integer()),
  is_suspended: Type.Optional(Type.Boolean()),
  charges_fees: Type.Optional(Type.Boolean()),
  unpaid_sides: Type.Optional(Type.Array(Type.Union([Type.Literal('purchase'), Type.Literal('sale')]))),
});
export type RatesAnswer = Static<typeof RatesAnswer>;

/** Filters across companies. `company`: id or whole name; `q`: part of either name. */
export const RatesQuery = Type.Object({
  company: Type.Optional(Type.String({ maxLength: 200 })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  q: Type.Optional(SearchText),
  page: Type.Optional(Page),
});
export type RatesQuery = Static<typeof RatesQuery>;

export const FixingLog = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  user: Type.Union([Person, Type.Null()]),
  params: Type.Object({
    base: CurrencyCode,
    currency: Type.Object({ code: CurrencyCode, rate: Rate }),
    amounts: Type.Object({ purchase: OptionalRate, sale: OptionalRate }),
  }),
  is_confirmation: Type.Boolean(),
  is_held: Type.Boolean(),
  /** Refused review. The amounts are those compared before, if any. */
  is_refusal: Type.Boolean(),
  origin: Type.String(),
  /** Margins of the rule that made the line, in percent. */
  rule: Type.Optional(Type.Object({ purchase_margin: OptionalRate, sale_margin: OptionalRate })),
  is_taken_back: Type.Optional(Type.Literal(true)),
  /** Line before of the same company and currency. null: the first line. */
  former: Type.Union([Type.Object({ purchase: OptionalRate, sale: OptionalRate }), Type.Null()]),
  company: CompanyName,
  /** null: unknown. */
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  branch: Type.Optional(CompanyName),
});
export type FixingLog = Static<typeof FixingLog>;

/** `day`: in Paris. `company`: one of those that the caller may see. */
export const LogsFilter = Type.Object({
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  user: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  day: Type.Optional(Day),
  origin: Type.Optional(Type.String({ pattern: '^[a-z_]{1,20}$' })),
  company: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  branch: Type.Optional(Id),
});
export type LogsFilter = Static<typeof LogsFilter>;

export const LogsQuery = Type.Object({
  ...LogsFilter.properties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});
export type LogsQuery = Static<typeof LogsQuery>;

export const OfBranch = { branch: Type.Optional(Id) };

const NewAmount = Type.Optional(Type.Union([Type.Number(), Type.Null(), Type.Literal('')]));

/**
 * An amount left out, null or '' is unchanged. `updated_at` is the row's as last read, null if never fixed; left out,
 * the fixing is made in any case.
 */
export const FixingRequest = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  base: Type.String({ maxLength: 3 }),
  amounts: Type.Object({ purchase: NewAmount, sale: NewAmount }),
  updated_at: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
  ...OfBranch,
});
export type FixingRequest = Static<typeof FixingRequest>;

/**
 * Confirms unchanged rates, which become fresh. `updated_at` by code is each row's as last read; a row left out of it
 * is confirmed in any case.
 */
export const ConfirmRequest = Type.Object({
  currencies: Type.Array(Type.String({ maxLength: 3 }), { minItems: 1, maxItems: 200 }),
  updated_at: Type.Optional(
    Type.Record(Type.String({ maxLength: 3 }), Type.String({ maxLength: 40 }), { maxProperties: 200 }),
  ),
  ...OfBranch,
});

export const ConfirmAnswer = Type.Object({ rates: Type.Array(RateRow) });

/** Fixing held for review. `former`: the amounts that a refusal restores. */
export const HeldFixing = Type.Object({
  company: CompanyName,
  branch: Type.Optional(CompanyName),
  row: RateRow,
  former: Type.Object({ purchase: OptionalRate, sale: OptionalRate }),
  held_at: Type.String(),
  may_review: Type.Boolean(),
});
export type HeldFixing = Static<typeof HeldFixing>;

/** Oldest first, at most 100. `total`: all of them. */
export const HeldAnswer = Type.Object({ held: Type.Array(HeldFixing), total: Type.Integer() });

/** `updated_at` is the row's as last read. */
export const ReviewRequest = Type.Object({
  company_id: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  updated_at: Type.String({ maxLength: 40 }),
  accept: Type.Boolean(),
  ...OfBranch,
});
export type ReviewRequest = Static<typeof ReviewRequest>;

/** Body of a 409 of fixings/update and fixings/review, with the current row. */
export type FixingConflict = { message: string; code: 'fixing_changed'; current: RateRow };
