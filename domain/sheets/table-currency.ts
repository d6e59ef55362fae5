import { type CurrencyEntry, listEntries } from '../currencies/search.ts';
import { matchOf, searchForm } from '../text/search.ts';

export type LineCurrency = { text: string } & ({ code: string } | { code: null; why: string });

type CurrencyMatch = { tier: 'code' | 'name' | 'part'; code: string } | { tier: null; why: string | null };

const TIERS = ['code', 'name', 'part'] as const;
const CODES = /(?<![\p{L}\d])[A-Z]{3}(?![\p{L}\d])/gu;
const NOT_FOUND = 'Aucune devise reconnue.';

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
    const named = texts.filter((text) => /\p{L}|\p{Sc}/u.test(text));
    const found = named.map((text) => ({ text, ...findIn(text) }));
    for (const tier of TIERS) {
      const sure = found.flatMap((each) => (each.tier === tier ? [each] : []));
      const [match] = sure;
      if (!match) continue;
      const different = [...new Set(sure.map(({ code }) => code))];
      if (different.length === 1) return { text: match.text, code: match.code };
      return {
        text: match.text,
        code: null,
        why: `Plusieurs devises sur la ligne : ${different.join(', ')}.`,
      };
    }
    const doubtful = found.flatMap((each) => (each.tier === null && each.why ? [each] : []));
    const [{ text, why } = { text: named[0] ?? '', why: NOT_FOUND }] = doubtful;
    return { text, code: null, why: why ?? NOT_FOUND };
  };
}

function findCurrency(
  text: string,
  base: string,
  codes: ReadonlySet<string>,
  entries: readonly CurrencyEntry[],
): CurrencyMatch {
  const upper = text.toUpperCase();
  if (codes.has(upper)) return { tier: 'code', code: upper };
  const written = [...new Set(text.match(CODES) ?? [])].filter((code) => codes.has(code));
  if (written.length > 1) return noMatch(`Plusieurs devises dans la cellule : ${written.join(', ')}.`);
  if (written[0] !== undefined) return { tier: 'code', code: written[0] };
  const query = searchForm(text);
  if (upper === base || query === 'euro') return noMatch(`${base} est la devise de base.`);
  if (query === '') return noMatch();
  const named = entries.filter(({ forms }) => forms.label === query || forms.words.includes(query));
  if (named.length === 1 && named[0]) return { tier: 'name', code: named[0].code };
  const alike = named.length > 0 ? named : entries.filter(({ forms }) => hasWords(forms.all, query));
  if (alike.length === 1 && alike[0]) return { tier: 'part', code: alike[0].code };
  if (alike.length === 0) return noMatch();
  const some = alike.slice(0, 3).map(({ code }) => code);
  const more = alike.length > some.length ? '…' : '';
  return noMatch(`Plusieurs devises possibles (${some.join(', ')}${more}). Écrivez le code.`);
}

/** Whole words only, because a prefix match would be a guess here. */
function hasWords(form: string, query: string): boolean {
  return matchOf(query, form) !== null && query.split(' ').every((word) => ` ${form} `.includes(` ${word} `));
}

function noMatch(why: string | null = null): CurrencyMatch {
  return { tier: null, why };
}
