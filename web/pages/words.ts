import { pluralOf } from '#domain/currencies/plural.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { formatAmount, formatRate, groupDigits } from '#domain/money/format.ts';
import { formatExactInverse, formatListedRate } from '#domain/money/format-exact.ts';
import type { CurrencyName, PlaceLink } from '#domain/pages/page.ts';

export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase('fr') + text.slice(1);
}

// 'dollars des États-Unis', after 'en' or a number.
export function inPlural({ label }: CurrencyName): string {
  return pluralOf(label);
}

// 'des dollars des États-Unis', 'de l’or du Zimbabwe'.
export function somePlural(currency: CurrencyName): string {
  return currency.label.startsWith('or ') ? `de l’${currency.label}` : `des ${inPlural(currency)}`;
}

export function countCompanies(count: number): string {
  return `${groupDigits(String(count))}\u00a0${count > 1 ? 'bureaux' : 'bureau'}`;
}

export function countBranches(count: number): string {
  return `${groupDigits(String(count))}\u00a0${count > 1 ? 'agences' : 'agence'}`;
}

// 'à Lyon', 'au Mans', 'aux Abymes', 'à l’aéroport Lyon-Saint-Exupéry'.
export function atPlace({ kind, name }: PlaceLink): string {
  if (kind === 'airport') return `à l’aéroport ${name}`;
  if (name.startsWith('Le ')) return `au ${name.slice(3)}`;
  return name.startsWith('Les ') ? `aux ${name.slice(4)}` : `à ${name}`;
}

// 'Lyon', 'Aéroport Lyon-Saint-Exupéry'.
export function nameOfPlace({ kind, name }: PlaceLink): string {
  return kind === 'airport' ? `Aéroport ${name}` : name;
}

// '1 EUR = 1,1361 USD', from the currency that is given.
export function formatPair(
  rate: Decimal,
  from: CurrencyName,
  to: CurrencyName,
  offerIsBase: boolean,
): string {
  const figure = offerIsBase ? formatListedRate(rate) : formatExactInverse(rate);
  return `1\u00a0${from.code} = ${figure}\u00a0${to.code}`;
}

// Mid rate with the 4 decimals of spec 5, more where they would say too little.
export function formatMidPair(
  rate: Decimal,
  from: CurrencyName,
  to: CurrencyName,
  offerIsBase: boolean,
): string {
  const figure = offerIsBase ? formatRate(rate) : formatExactInverse(rate);
  return `1\u00a0${from.code} = ${figure}\u00a0${to.code}`;
}

// 'coûte € 3,20', 'fait gagner € 1,00', 'sans écart'.
export function formatCosts(base: CurrencyName, costs: number): string {
  if (costs === 0) return 'sans écart';
  return `${costs > 0 ? 'coûte' : 'fait gagner'} ${formatAmount(base.code, Math.abs(costs))}`;
}
