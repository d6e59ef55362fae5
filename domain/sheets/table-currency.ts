import { countriesOf } from '../currencies/countries.ts';
import { type CurrencyEntry, frequency, listEntries } from '../currencies/search.ts';
import { matchOf, searchForm } from '../text/search.ts';

// `pair`: the code before the slash of « USD/EUR », which says what one unit of is quoted. null: no pair.
export type LineCurrency = { text: string } & (
  | { code: string; pair: 'base' | 'currency' | null }
  | { code: null; why: string; candidates: readonly string[] }
);

type Match = { tier: Tier; code: string; pair: 'base' | 'currency' | null };
type NoMatch = { tier: null; why: string | null; candidates: readonly string[] };
type CurrencyMatch = Match | NoMatch;

type Tier = 'code' | 'name' | 'part' | 'flag';
const TIERS: readonly Tier[] = ['code', 'name', 'part', 'flag'];
const CODES = /(?<![\p{L}\d])[A-Z]{3}(?![\p{L}\d])/gu;
const FLAG = /[\u{1f1e6}-\u{1f1ff}]{2}/u;
const FLAGS = /[\u{1f1e6}-\u{1f1ff}]+/gu;
const FIRST_FLAG_LETTER = 0x1f1e6;
const QUANTITY = /(?<![\d.,])(10{0,4}|10?[ .\u00a0\u202f]000)(?![\d.,])/;
const LINKS = / (?:de la|de l|du|des|de|d) /g;
const NOT_FOUND = 'Aucune devise reconnue.';

// Quantity beside a currency: « 100 MDL », « JPY (100) ». null: none.
export function quantityIn(text: string): number | null {
  const written = QUANTITY.exec(text)?.[1];
  return written === undefined || !/\p{L}/u.test(text) ? null : Number(written.replace(/\D/g, ''));
}

/** Finds the currency of a line by code, otherwise by a name that belongs to one currency only. */
export function currencyFinder(
  base: string,
  currencies: readonly { code: string; label: string }[],
): (texts: readonly string[]) => LineCurrency {
  const entries = listEntries(currencies);
  const codes = new Set(currencies.map(({ code }) => code));
  const cached = new Map<string, CurrencyMatch>();
  const findIn = (text: string): CurrencyMatch => {
    const found = cached.get(text) ?? findCurrency(text, base, codes, entries);
    cached.set(text, found);
    return found;
  };
  return (texts) => {
    const named = texts.filter((text) => /\p{L}|\p{Sc}/u.test(text) || FLAG.test(text));
    const found = named.map((text) => ({ text, ...findIn(text) }));
    for (const tier of TIERS) {
      const sure = found.flatMap((each) => (each.tier === tier ? [each] : []));
      const [match] = sure;
      // a flag decides nothing that words leave open
      const isOpen = found.some((each) => each.tier === null && each.candidates.length > 0);
      if (!match || (tier === 'flag' && isOpen)) continue;
      const different = [...new Set(sure.map(({ code }) => code))];
      if (different.length === 1) return { text: match.text, code: match.code, pair: match.pair };
      return {
        text: match.text,
        code: null,
        why: `Plusieurs devises sur la ligne\u00a0: ${different.join(', ')}.`,
        candidates: different,
      };
    }
    const [doubtful] = found.flatMap((each) => (each.tier === null && each.why ? [each] : []));
    const text = doubtful?.text ?? named.find((each) => /\p{L}|\p{Sc}/u.test(each)) ?? '';
    return { text, code: null, why: doubtful?.why ?? NOT_FOUND, candidates: doubtful?.candidates ?? [] };
  };
}

function findCurrency(
  text: string,
  base: string,
  codes: ReadonlySet<string>,
  entries: readonly CurrencyEntry[],
): CurrencyMatch {
  const upper = text.toUpperCase();
  if (codes.has(upper)) return { tier: 'code', code: upper, pair: null };
  const all = [...new Set(text.match(CODES) ?? [])];
  const written = all.filter((code) => codes.has(code));
  if (written.length > 1) {
    return noMatch(`Plusieurs devises dans la cellule\u00a0: ${written.join(', ')}.`, written);
  }
  if (written[0] !== undefined) {
    const pair = all.includes(base) ? (all[0] === base ? 'base' : 'currency') : null;
    return { tier: 'code', code: written[0], pair };
  }
  const query = searchForm(text.replace(FLAGS, ' ').replace(QUANTITY, ' '));
  if (upper === base || query === 'euro' || query === '€') return noMatch(`${base} est la devise de base.`);
  if (query === '') return findByFlag(text, codes);
  const alike = matching(query, entries);
  const [only] = alike;
  if (only && alike.length === 1)
    return { tier: isNamed(only, query) ? 'name' : 'part', code: only.code, pair: null };
  if (alike.length === 0) return noMatch();
  const candidates = [...alike].sort((a, b) => frequency(a) - frequency(b)).map(({ code }) => code);
  const some = candidates.slice(0, 3);
  const more = candidates.length > some.length ? '…' : '';
  return noMatch(`Plusieurs devises possibles (${some.join(', ')}${more}). Précisez laquelle.`, candidates);
}

// Currencies of a name, in the singular too, and without « de » of « dinar de Bahreïn ».
function matching(query: string, entries: readonly CurrencyEntry[]): CurrencyEntry[] {
  for (const form of new Set([query, singular(query), singular(query).replace(LINKS, ' ')])) {
    const named = entries.filter((entry) => isNamed(entry, form));
    const alike = named.length > 0 ? named : entries.filter(({ forms }) => hasWords(forms.all, form));
    if (alike.length > 0) return alike;
  }
  return [];
}

function isNamed({ forms }: CurrencyEntry, query: string): boolean {
  return [query, singular(query)].some((form) => forms.label === form || forms.words.includes(form));
}

function singular(query: string): string {
  return query.replace(/(?<=\p{L}{3})[sx](?= |$)/gu, '');
}

function findByFlag(text: string, codes: ReadonlySet<string>): CurrencyMatch {
  const [flag] = FLAG.exec(text) ?? [];
  if (!flag) return noMatch();
  const letters = [...flag].map((each) => 65 + (each.codePointAt(0) ?? 0) - FIRST_FLAG_LETTER);
  const region = String.fromCharCode(...letters);
  const ofRegion = [...codes].filter((code) => countriesOf(code).includes(region));
  const [only, ...others] = ofRegion;
  return only !== undefined && others.length === 0
    ? { tier: 'flag', code: only, pair: null }
    : noMatch(null, ofRegion);
}

/** Whole words only, because a prefix match would be a guess here. */
function hasWords(form: string, query: string): boolean {
  return matchOf(query, form) !== null && query.split(' ').every((word) => ` ${form} `.includes(` ${word} `));
}

function noMatch(why: string | null = null, candidates: readonly string[] = []): NoMatch {
  return { tier: null, why, candidates };
}
