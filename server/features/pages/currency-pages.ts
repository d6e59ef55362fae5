import { issuedNotes } from '#domain/currencies/issued-notes.ts';
import { RESTRICTED } from '#domain/currencies/restricted.ts';
import { isFrequent } from '#domain/currencies/search.ts';
import type { Period } from '#domain/history/period.ts';
import { broughtAmount, receivedAmount } from '#domain/offers/quote.ts';
import { currencyPath } from '#domain/pages/address.ts';
import type { AmountRow, CurrenciesView, CurrencyView } from '#domain/pages/page.ts';
import { roundAmountsFrom, roundAmountWorth } from '#domain/pages/round-amounts.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { citiesOf } from './company-pages.ts';
import type { ReadHistory } from './history.ts';
import { countOffers, midRateOf, offersFor } from './offers-view.ts';
import { type BuiltPage, nameOf, type PageContext, pageOf } from './page-context.ts';
import { relatedArticles } from './related-articles.ts';
import { takeTurns } from './take-turns.ts';

// Hundredths of the base, and of the smallest amount in a table.
const EXAMPLE = 500_00;
const SMALLEST = 20_00;
const ROWS = 7;
const LISTED_OFFERS = 10;
const LISTED_PLACES = 8;

export async function buildCurrencyPage(
  context: PageContext,
  currency: BookCurrency,
  { side, period, readHistory }: { side: 'buy' | 'sell'; period: Period; readHistory: ReadHistory },
): Promise<BuiltPage> {
  const { base, book } = context;
  const offerIsBase = side === 'buy';
  const amount = offerIsBase ? EXAMPLE : roundAmountWorth(EXAMPLE, currency.rate) * 100;
  const { offers: best, until } = offersFor(context, { currency, offerIsBase, amount, count: LISTED_OFFERS });
  const { code } = currency;
  const { history, until: readUntil } = await readHistory(context, currency, { side, period });
  const view: CurrencyView = {
    kind: 'currency',
    side,
    base: nameOf(base),
    currency: nameOf(currency),
    midRate: midRateOf(currency, context),
    best,
    history,
    ...amountsAtBest(currency, offerIsBase, best),
    notes: issuedNotes(code),
    isRestricted: RESTRICTED.includes(code),
    places: placesOf(context, best),
    articles: relatedArticles(context.blog, currency),
    hasOtherSide: countOffers(context, code, !offerIsBase) > 0,
    others: book.currencies
      .filter((each) => each !== currency && each !== base && isFrequent(each))
      .filter((each) => countOffers(context, each.code, offerIsBase) > 0)
      .map(nameOf),
    currencies: listChoices(context),
  };
  const isIndexed = best.total > 0;
  return pageOf(context, {
    path: currencyPath(code, side),
    view,
    isIndexed,
    until: Math.min(until, readUntil),
  });
}

function amountsAtBest(
  currency: BookCurrency,
  offerIsBase: boolean,
  { offers: [best] }: CurrencyView['best'],
): { given: AmountRow[]; wished: AmountRow[] } {
  if (!best) return { given: [], wished: [] };
  const { rate } = best;
  const ofBase = roundAmountsFrom(SMALLEST / 100, ROWS);
  const ofCurrency = roundAmountsFrom(roundAmountWorth(SMALLEST, currency.rate), ROWS);
  const [given, wished] = offerIsBase ? [ofBase, ofCurrency] : [ofCurrency, ofBase];
  return {
    given: given.map((units) => ({
      given: units * 100,
      received: receivedAmount({ amount: units * 100, offerIsBase }, rate),
    })),
    wished: wished.map((units) => ({
      given: broughtAmount(units * 100, rate, offerIsBase),
      received: units * 100,
    })),
  };
}

function placesOf({ directory }: PageContext, { offers }: CurrencyView['best']): CurrencyView['places'] {
  return offers
    .flatMap(({ company: { name, slug } }) => {
      const company = directory.bySlug(slug);
      const cities = company ? citiesOf(company) : [];
      return cities.length > 0 ? [{ name, slug, cities }] : [];
    })
    .slice(0, LISTED_PLACES);
}

export function listChoices({ book, base }: PageContext) {
  return book.currencies.filter((each) => each !== base).map(nameOf);
}

export async function buildCurrenciesPage(context: PageContext): Promise<BuiltPage> {
  const { base, book } = context;
  const currencies: CurrenciesView['currencies'][number][] = [];
  let first = Number.POSITIVE_INFINITY;
  for await (const currency of takeTurns(book.currencies.filter((each) => each !== base))) {
    const { offers, until } = offersFor(context, { currency, offerIsBase: true, amount: EXAMPLE, count: 1 });
    if (offers.total === 0 && countOffers(context, currency.code, false) === 0) continue;
    first = Math.min(first, until);
    currencies.push({
      ...nameOf(currency),
      best: offers.offers[0]?.received ?? null,
      total: offers.total,
    });
  }
  const view: CurrenciesView = { kind: 'currencies', base: nameOf(base), amount: EXAMPLE, currencies };
  return pageOf(context, { path: '/devises', view, isIndexed: currencies.length > 0, until: first });
}
