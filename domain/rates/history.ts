import { type Static, Type } from 'typebox';
import { CompanyName } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { type FixingOrigin, OfBranch } from './fixing.ts';
import { OptionalRate } from './optional-rate.ts';

export const ORIGIN_LABELS: Readonly<Record<FixingOrigin, string>> = {
  hand: 'à la main',
  batch: 'publication',
  rule: 'automatique',
  import: 'import',
  api: 'API',
  review: 'relecture',
};

export const MAX_STEPS = 2_000;

export const CurveQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
  company: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  ...OfBranch,
});

/**
 * Steps of the company's rates and of the mid rate, the first possibly before `from`. Without a company, the mid rate
 * only.
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

export const FixingAuthors = Type.Array(
  Type.Object({ id: Type.Integer(), name: Type.String(), surname: Type.String() }),
);

/** Companies with rates older than FRESH_HOURS, those without any newer rate first. At most 100, `total` in all. */
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
