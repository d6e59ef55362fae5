import { readTypedAmount } from '#domain/money/typed-number.ts';
import { DEFAULT_RADIUS_KM } from '#domain/offers/offer.ts';
import { comparisonPath, slugOfPlace } from '#domain/pages/address.ts';
import type { Asked, ComparatorView, ComparisonView } from '#domain/pages/page.ts';
import { isRoundAmount } from '#domain/pages/round-amounts.ts';
import { slugOf } from '#domain/pages/slug.ts';
import type { Place } from '#domain/places/place.ts';
import { HttpError } from '../../http/http-error.ts';
import { readComparison } from '../offers/read-comparison.ts';
import { linkOfPlace } from './branch-places.ts';
import { listChoices } from './currency-pages.ts';
import { midRateOf, offersFor } from './offers-view.ts';
import { type BuiltPage, nameOf, type PageContext, pageOf } from './page-context.ts';
import { companiesAt, nearestTo, placeOfSlug } from './place-pages.ts';

const LONGEST_SLUG = 100;

export type AskedComparison = { amount: number; from: string; to: string };

// null: not a pair of the comparator, or an amount over the limit.
export function buildComparisonPage(
  context: PageContext,
  asked: AskedComparison,
  place: Place | null,
): BuiltPage | null {
  const comparison = readPair(context, asked);
  if (comparison instanceof HttpError) return null;
  const { amount, offerIsBase, base, currency } = comparison;
  const { offers: result, until } = offersFor(context, { currency, offerIsBase, amount, near: place });
  const link = place && linkOfPlace(place);
  const view: ComparisonView = {
    kind: 'comparison',
    side: offerIsBase ? 'buy' : 'sell',
    base: nameOf(base),
    currency: nameOf(currency),
    midRate: midRateOf(currency, context),
    result,
    place: place && link && { ...link, code: place.code, radiusKm: DEFAULT_RADIUS_KM },
    nearest: place && result.total === 0 ? nearestTo(context, place) : [],
    currencies: listChoices(context),
  };
  const isThere = place === null || companiesAt(context, place).length > 0;
  const isIndexed = result.total > 0 && isRoundAmount(asked.amount) && isThere;
  return pageOf(context, {
    path: comparisonPath(asked.amount, asked.from, asked.to, link?.slug),
    view,
    isIndexed,
    until,
  });
}

function readPair({ book }: PageContext, { amount, from, to }: AskedComparison) {
  try {
    return readComparison({ offer: { currency: from, amount }, wish: { currency: to } }, book);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

export type SentForm = { montant?: unknown; sens?: unknown; devise?: unknown; lieu?: unknown };

// Path of the comparison that a form asks for, or the page of the form with its problem.
export function readForm(context: PageContext, form: SentForm): { to: string } | { page: BuiltPage } {
  const asked = askedBy(context, form);
  const place = typeof form.lieu === 'string' ? placeOfSlug(slugOf(form.lieu.slice(0, LONGEST_SLUG))) : null;
  const [from, to] = asked.side === 'buy' ? [context.base.code, asked.code] : [asked.code, context.base.code];
  const isSent = form.montant !== undefined;
  const amount = isSent ? readWhole(asked.amount, from) : null;
  if (typeof amount !== 'number') return { page: buildForm(context, asked, place, amount) };
  const comparison = readPair(context, { amount, from, to });
  if (comparison instanceof HttpError) return { page: buildForm(context, asked, place, comparison.message) };
  return { to: comparisonPath(amount, from, to, place ? slugOfPlace(place) : undefined) };
}

function askedBy({ book, base }: PageContext, { montant, sens, devise }: SentForm): Asked {
  const [, counterpart] = book.currencies;
  const code = typeof devise === 'string' ? devise.toUpperCase() : '';
  const isKnown = book.currency(code) !== undefined && code !== base.code;
  return {
    amount: typeof montant === 'string' ? montant.slice(0, 40) : montant === undefined ? '500' : '',
    side: sens === 'vente' ? 'sell' : 'buy',
    code: isKnown ? code : (counterpart?.code ?? base.code),
  };
}

// Whole amount, or what is wrong with it.
function readWhole(text: string, code: string): number | string {
  const typed = readTypedAmount(text, [code]);
  if (typed.outcome === 'read' && typed.cents % 100 === 0 && typed.cents > 0) return typed.cents / 100;
  return 'Indiquez un montant entier, par exemple 500.';
}

function buildForm(
  context: PageContext,
  asked: Asked,
  place: Place | null,
  problem: string | null,
): BuiltPage {
  const view: ComparatorView = {
    kind: 'comparator',
    asked,
    problem,
    place: place && linkOfPlace(place),
    currencies: listChoices(context),
  };
  return pageOf(context, { path: '/comparer', view, isIndexed: false });
}
