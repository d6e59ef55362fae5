import { type CurrencyEntry, listEntries } from '../currencies/search.ts';
import { matchOf, searchForm } from '../text/search.ts';

export type FoundCurrency = { text: string } & ({ code: string } | { code: null; why: string });

type Found = { tier: 'code' | 'name' | 'part'; code: string } | { tier: null; why: string | null };

const TIERS = ['code', 'name', 'part'] as const;
const CODES = /(?<![\p{L}\d])[A-Z]{3}(?![\p{L}\d])/gu;
const NOT_FOUND = 'Aucune devise reconnue.';

/** Finds the currency of a line by code, otherwise by a name that belongs to one currency only. */
export function currencyFinder(
  base: string,
  currencies: readonly { code: string; label: string }[],
): (texts: readonly string[]) => FoundCurrency {
  const entries = listEntries(currencies);
  const codes = new Set(currencies.map(({ code }) => code));
  const remembered = new Map<string, Found>();
  const findIn = (text: string): Found => {
    const found = remembered.get(text) ?? findCurrency(text, base, codes, entries);
    remembered.set(text, found);
    return found;
  };
  return (texts) => {
    const named = texts.filter((text) => /\p{L}|\p{Sc}/u.test(text));
    const found = named.map((text) => ({ text, ...findIn(text) }));
    for (const tier of TIERS) {
      const sure = found.flatMap((each) => (each.tier === tier ? [each] : []));
      const [one] = sure;
      if (!one) continue;
      const different = [...new Set(sure.map(({ code }) => code))];
      if (different.length === 1) return { text: one.text, code: one.code };
      return {
        text: one.text,
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
): Found {
  const upper = text.toUpperCase();
  if (codes.has(upper)) return { tier: 'code', code: upper };
  const written = [...new Set(text.match(CODES) ?? [])].filter((code) => codes.has(code));
  if (written.length > 1) return none(`Plusieurs devises dans la cellule : ${written.join(', ')}.`);
  if (written[0] !== undefined) return { tier: 'code', code: written[0] };
  const wanted = searchForm(text);
  if (upper === base || wanted === 'euro') return none(`${base} est la devise de base.`);
  if (wanted === '') return none();
  const named = entries.filter(({ forms }) => forms.label === wanted || forms.words.includes(wanted));
  if (named.length === 1 && named[0]) return { tier: 'name', code: named[0].code };
  const alike = named.length > 0 ? named : entries.filter(({ forms }) => holdsWords(forms.all, wanted));
  if (alike.length === 1 && alike[0]) return { tier: 'part', code: alike[0].code };
  if (alike.length === 0) return none();
  const some = alike.slice(0, 3).map(({ code }) => code);
  const more = alike.length > some.length ? '…' : '';
  return none(`Plusieurs devises possibles (${some.join(', ')}${more}) : écrivez le code.`);
}

/** Whole words only, because a prefix match would be a guess here. */
function holdsWords(form: string, wanted: string): boolean {
  return (
    matchOf(wanted, form) !== null && wanted.split(' ').every((word) => ` ${form} `.includes(` ${word} `))
  );
}

function none(why: string | null = null): Found {
  return { tier: null, why };
}
