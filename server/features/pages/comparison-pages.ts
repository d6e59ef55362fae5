import { readTypedAmount } from '#domain/money/typed-number.ts';
import { comparisonPath } from '#domain/pages/address.ts';
import type { Asked, ComparatorView, ComparisonView } from '#domain/pages/page.ts';
import { isRoundAmount } from '#domain/pages/round-amounts.ts';
import { HttpError } from '../../http/http-error.ts';
import { readComparison } from '../offers/read-comparison.ts';
import { listChoices } from './currency-pages.ts';
import { midRateOf, offersFor } from './offers-view.ts';
import { type BuiltPage, nameOf, type PageContext, pageOf } from './page-context.ts';

export type AskedComparison = { amount: number; from: string; to: string };

// null: not a pair of the comparator, or an amount over the limit.
export function buildComparisonPage(context: PageContext, asked: AskedComparison): BuiltPage | null {
  const comparison = readPair(context, asked);
  if (comparison instanceof HttpError) return null;
  const { amount, offerIsBase, base, currency } = comparison;
  const { offers: result, until } = offersFor(context, { currency, offerIsBase, amount });
  const view: ComparisonView = {
    kind: 'comparison',
    side: offerIsBase ? 'buy' : 'sell',
    base: nameOf(base),
    currency: nameOf(currency),
    midRate: midRateOf(currency, context),
    result,
    currencies: listChoices(context),
  };
  const isIndexed = result.total > 0 && isRoundAmount(asked.amount);
  return pageOf(context, {
    path: comparisonPath(asked.amount, asked.from, asked.to),
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

export type SentForm = { montant?: unknown; sens?: unknown; devise?: unknown };

// Path of the comparison that a form asks for, or the page of the form with its problem.
export function readForm(context: PageContext, form: SentForm): { to: string } | { page: BuiltPage } {
  const asked = askedBy(context, form);
  const [from, to] = asked.side === 'buy' ? [context.base.code, asked.code] : [asked.code, context.base.code];
  const isSent = form.montant !== undefined;
  const amount = isSent ? readWhole(asked.amount, from) : null;
  if (typeof amount !== 'number') return { page: buildForm(context, asked, amount) };
  const comparison = readPair(context, { amount, from, to });
  if (comparison instanceof HttpError) return { page: buildForm(context, asked, comparison.message) };
  return { to: comparisonPath(amount, from, to) };
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

function buildForm(context: PageContext, asked: Asked, problem: string | null): BuiltPage {
  const view: ComparatorView = { kind: 'comparator', asked, problem, currencies: listChoices(context) };
  return pageOf(context, { path: '/comparer', view, isIndexed: false });
}
