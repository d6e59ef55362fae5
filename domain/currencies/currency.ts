import { type Static, Type } from 'typebox';

export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$' });

/** `rate`: units for 1 base, mid-market, 1 for the base itself. */
export const Currency = Type.Object({ code: CurrencyCode, label: Type.String(), rate: Type.Number() });
export type Currency = Static<typeof Currency>;

/** `at` and `source`: observation and publisher of the rate, empty for the base. */
export const DatedCurrency = Type.Object({
  ...Currency.properties,
  at: Type.String(),
  source: Type.String(),
});
export type DatedCurrency = Static<typeof DatedCurrency>;

export const MidRate = Type.Pick(DatedCurrency, ['rate', 'at']);
export type MidRate = Static<typeof MidRate>;
