import { type FictionalCompany, majors, travelCurrencies } from './companies.ts';

const majorCodes: ReadonlySet<string> = new Set(majors);
const travelCodes: ReadonlySet<string> = new Set(travelCurrencies);

// currencies that can hardly leave their country or be sold again
const illiquid: ReadonlySet<string> = new Set('IRR KPW LBP SDG SSP SYP VES YER ZWG'.split(' '));

export type Tier = 'major' | 'travel' | 'exotic';

export function selectTier(code: string): Tier {
  if (majorCodes.has(code)) return 'major';
  return travelCodes.has(code) ? 'travel' : 'exotic';
}

export function listServed(bureau: FictionalCompany, allCodes: readonly string[]): readonly string[] {
  return bureau.serves === 'all' ? allCodes : bureau.serves;
}

/**
 * Rounded rates for a mid rate in units for 1 euro, the only place where a binary float may touch a rate. `mood`: the
 * day's margin relative to the usual one.
 */
export function quoteAmounts(
  bureau: FictionalCompany,
  code: string,
  midRate: number,
  mood: number,
): { purchase: string | null; sale: string } {
  const usual = bureau.margins[selectTier(code)] * (illiquid.has(code) ? 1.6 : 1);
  const onSale = (bureau.exceptions?.[code] ?? usual) * mood;
  // a gift on a sale is no reason for another one on a purchase
  const onPurchase = (onSale > 0 ? onSale : usual) * bureau.buyback;
  return {
    sale: roundRate(midRate * (1 - onSale / 100), bureau.digits),
    purchase: bureau.saleOnly?.includes(code)
      ? null
      : roundRate(midRate * (1 + onPurchase / 100), bureau.digits),
  };
}

/** At most 4 decimals: 1.1265, 175.45, 20150, 93470. */
function roundRate(rate: number, digits: number): string {
  const decimals = digits - 1 - Math.floor(Math.log10(rate));
  if (decimals >= 0) return rate.toFixed(Math.min(decimals, 4));
  const step = 10 ** -decimals;
  return String(Math.round(rate / step) * step);
}
