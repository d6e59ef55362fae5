import { type Static, Type } from 'typebox';
import { CompanyName, Id } from '../companies/company.ts';
import { Currency, CurrencyCode } from '../currencies/currency.ts';
import { Page, SearchText } from '../lists/page.ts';
import { Person } from '../users/person.ts';
import { OptionalRate } from './optional-rate.ts';

const Rate = Type.Number();

/** How amounts came to be fixed. */
export type FixingOrigin = 'hand' | 'batch' | 'rule' | 'import' | 'api' | 'review';

/** Sides that keep their rate and are left out of comparisons; `until` null: until somebody resumes them. */
export const Suspended = Type.Object({
  purchase: Type.Boolean(),
  sale: Type.Boolean(),
  until: Type.Union([Type.String(), Type.Null()]),
});
export type Suspended = Static<typeof Suspended>;

/** One company's purchase and sale of one currency, the bureau's side, in units for 1 base (contract 1). */
export const RateRow = Type.Object({
  code: CurrencyCode,
  label: Type.String(),
  /** the mid rate */
  rate: Rate,
  purchase: OptionalRate,
  sale: OptionalRate,
  company: Type.Object({ name: Type.String() }),
  base: CurrencyCode,
  currency: Currency,
  /** null: never fixed */
  updated_at: Type.Union([Type.String(), Type.Null()]),
  /** what its age makes of it (contract 2); null: never fixed */
  freshness: Type.Union([
    Type.Literal('fresh'),
    Type.Literal('to_confirm'),
    Type.Literal('stale'),
    Type.Null(),
  ]),
  /** kept from comparisons until a second person accepts it (contract 2) */
  held: Type.Boolean(),
  /** who fixed it last; null: nobody, or nobody is known */
  by: Type.Union([Person, Type.Null()]),
  /** null: never fixed */
  suspended: Type.Union([Suspended, Type.Null()]),
});
export type RateRow = Static<typeof RateRow>;

/**
 * `total` comes with the rows of all companies: how many the filters let through, on all pages. `is_suspended` comes
 * when the caller's own company is suspended, `charges_fees` when it asks fees beside its rate: travellers are then
 * shown nothing of what it fixes. `unpaid_sides`: on which they are not, since it has branches and none pays its rates there.
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

/** Filters across companies: `company` is its id or its whole name, `q` a part of either name. */
export const RatesQuery = Type.Object({
  company: Type.Optional(Type.String({ maxLength: 200 })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  q: Type.Optional(SearchText),
  page: Type.Optional(Page),
});
export type RatesQuery = Static<typeof RatesQuery>;

/** One line of the history: what the company's amounts became, and the mid rate of that moment. */
export const FixingLog = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  user: Type.Union([Person, Type.Null()]),
  params: Type.Object({
    base: CurrencyCode,
    currency: Type.Object({ code: CurrencyCode, rate: Rate }),
    amounts: Type.Object({ purchase: OptionalRate, sale: OptionalRate }),
  }),
  /** the amounts stayed as they were, and counted as of then */
  is_confirmation: Type.Boolean(),
  /** they were held back from comparisons as they were fixed */
  is_held: Type.Boolean(),
  /** held amounts were refused: these are what was compared before, none where nothing was */
  is_refusal: Type.Boolean(),
  /** as FixingOrigin; a newer version may write others */
  origin: Type.String(),
  /** of a line that a rule made: its margins, in percent */
  rule: Type.Optional(Type.Object({ purchase_margin: OptionalRate, sale_margin: OptionalRate })),
  /** of a line by which a publication was taken back */
  is_taken_back: Type.Optional(Type.Literal(true)),
  /** what the line before it of the same bureau and currency says; null: it is the first */
  former: Type.Union([Type.Object({ purchase: OptionalRate, sale: OptionalRate }), Type.Null()]),
  company: CompanyName,
  /** null: nobody is known */
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  /** of a branch that has a sheet of its own */
  branch: Type.Optional(CompanyName),
});
export type FixingLog = Static<typeof FixingLog>;

/** `user`: who fixed; `day`: in Paris; `company`: one of all that the caller may see. */
export const LogsFilter = Type.Object({
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  user: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  day: Type.Optional(Type.String({ pattern: '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' })),
  origin: Type.Optional(Type.String({ pattern: '^[a-z_]{1,20}$' })),
  company: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  /** of this branch alone */
  branch: Type.Optional(Id),
});
export type LogsFilter = Static<typeof LogsFilter>;

export const LogsQuery = Type.Object({
  ...LogsFilter.properties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});
export type LogsQuery = Static<typeof LogsQuery>;

/** A branch that has a sheet of its own; left out: the company's sheet. */
export const OfBranch = { branch: Type.Optional(Id) };

const NewAmount = Type.Optional(Type.Union([Type.Number(), Type.Null(), Type.Literal('')]));

/**
 * An amount left out, null or '' keeps its value. `updated_at` is the row's as last seen, null when it was
 * never fixed; left out, the fixing is made whatever happened meanwhile.
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
 * Currencies whose rates stay as they are: fresh as of now. `updated_at`, by code, is each row's as last seen; what is
 * left out of it is confirmed whatever happened meanwhile.
 */
export const ConfirmRequest = Type.Object({
  currencies: Type.Array(Type.String({ maxLength: 3 }), { minItems: 1, maxItems: 200 }),
  updated_at: Type.Optional(
    Type.Record(Type.String({ maxLength: 3 }), Type.String({ maxLength: 40 }), { maxProperties: 200 }),
  ),
  ...OfBranch,
});

/** In the order asked. */
export const ConfirmAnswer = Type.Object({ rates: Type.Array(RateRow) });

/** A fixing that waits for a second person. `former`: what a refusal brings back; both null: nothing. */
export const HeldFixing = Type.Object({
  company: CompanyName,
  /** of a branch that has a sheet of its own */
  branch: Type.Optional(CompanyName),
  row: RateRow,
  former: Type.Object({ purchase: OptionalRate, sale: OptionalRate }),
  /** since when */
  held_at: Type.String(),
  /** false: the caller had a hand in it */
  may_review: Type.Boolean(),
});
export type HeldFixing = Static<typeof HeldFixing>;

/** The longest held ones first, at most 100; `total`: how many there are. */
export const HeldAnswer = Type.Object({ held: Type.Array(HeldFixing), total: Type.Integer() });

/** `updated_at` is the row's as last seen. */
export const ReviewRequest = Type.Object({
  company_id: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  updated_at: Type.String({ maxLength: 40 }),
  accept: Type.Boolean(),
  ...OfBranch,
});
export type ReviewRequest = Static<typeof ReviewRequest>;

/** The body of a 409 of fixings/update and fixings/review: the row as it is now. */
export type FixingConflict = { message: string; code: 'fixing_changed'; current: RateRow };
