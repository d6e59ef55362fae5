import { type Static, Type } from 'typebox';
import { CompanyName } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { type FixingOrigin, OfBranch } from './fixing.ts';
import { OptionalRate } from './optional-rate.ts';

/** What each way of fixing is called. */
export const ORIGINS: Readonly<Record<FixingOrigin, string>> = {
  hand: 'à la main',
  batch: 'publication',
  rule: 'automatique',
  import: 'import',
  api: 'API',
  review: 'relecture',
};

/** How many steps of each line a curve has at most: the newest. */
export const MOST_STEPS = 2_000;

export const CurveQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
  company: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  ...OfBranch,
});

/**
 * What one bureau applied, and the mid rate, each from its moment on; the first of each may be of before `from`. Without
 * a bureau, the mid rate alone.
 */
export const Curve = Type.Object({
  base: CurrencyCode,
  code: CurrencyCode,
  company: Type.Union([CompanyName, Type.Null()]),
  from: Type.String(),
  to: Type.String(),
  steps: Type.Array(Type.Object({ at: Type.String(), purchase: OptionalRate, sale: OptionalRate })),
  mids: Type.Array(Type.Object({ at: Type.String(), rate: Type.Number() })),
});
export type Curve = Static<typeof Curve>;

/** Who has fixed rates of a bureau, by name. */
export const FixingAuthors = Type.Array(
  Type.Object({ id: Type.Integer(), name: Type.String(), surname: Type.String() }),
);

/** Bureaux with rates over FRESH_HOURS old, those of which nothing is newer first; at most 100, `total` in all. */
export const OldRates = Type.Object({
  hours: Type.Number(),
  total: Type.Integer(),
  bureaux: Type.Array(
    Type.Object({
      company: CompanyName,
      old: Type.Integer(),
      of: Type.Integer(),
      newest_at: Type.String(),
    }),
  ),
});
export type OldRates = Static<typeof OldRates>;
