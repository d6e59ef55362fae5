import { type Static, Type } from 'typebox';

/** Three capital letters of ISO 4217. */
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$' });

/** `rate`: units of the currency for 1 base, mid-market; the base's own is 1. */
export const Currency = Type.Object({ code: CurrencyCode, label: Type.String(), rate: Type.Number() });
export type Currency = Static<typeof Currency>;

/** `at`, `source`: when that rate was observed, and who published it; empty for the base, whose rate nobody observes. */
export const DatedCurrency = Type.Object({
  ...Currency.properties,
  at: Type.String(),
  source: Type.String(),
});
export type DatedCurrency = Static<typeof DatedCurrency>;
