import type { RateRow } from '../rates/fixing.ts';

/** Fresh rate of the dollar, on both sides. */
export function aRate(fields: Partial<RateRow> = {}): RateRow {
  const { code = 'USD', label = code, rate = 1.1361 } = fields;
  return {
    code,
    label,
    rate,
    purchase: 1.17,
    sale: 1.105,
    company: { name: 'Quais' },
    base: 'EUR',
    currency: { code, label, rate },
    updated_at: '2026-11-21T08:00:00.000Z',
    freshness: 'fresh',
    held: false,
    by: null,
    suspended: null,
    ...fields,
  };
}
