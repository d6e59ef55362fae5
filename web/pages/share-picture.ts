import { currencySymbol, formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { currencyPath } from '#domain/pages/address.ts';
import type { Offers, Page, SharePicture } from '#domain/pages/page.ts';
import { isRoundAmount } from '#domain/pages/round-amounts.ts';
import { describePage } from './meta.ts';
import { atPlace, capitalised, countBranches, countCompanies, nameOfPlace } from './words.ts';

const MONTHS = 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'.split(' ');

// Path of the picture that a page is shared with: that of the currency for an amount or a place of the visitor's.
export function picturePath(page: Page): string {
  return page.view.kind === 'landing' ? '/images/og.png' : `/partage${picturedPath(page)}.png`;
}

function picturedPath({ path, view }: Page): string {
  if (view.kind === 'comparator') return '/devises';
  if (view.kind === 'place') return view.branchCount > 0 ? path : '/change';
  if (view.kind !== 'comparison') return path;
  const isOwn = isRoundAmount(view.result.amount / 100) && view.place === null;
  return isOwn ? path : currencyPath(view.currency.code, view.side);
}

// Words of a page's picture.
export function describePicture(page: Page): SharePicture {
  const { view, today } = page;
  const day = formatShortDay(today);
  switch (view.kind) {
    case 'currency':
      return describeOffers(view.best, capitalised(view.currency.label), day);
    case 'comparison':
      return describeOffers(view.result, capitalised(view.currency.label), day);
    case 'place': {
      const [first] = view.rates;
      return {
        over: `Changer de l’argent ${atPlace(view.place)}`,
        title: first
          ? equation(view.base.code, view.amount, first.code, first.best.received)
          : nameOfPlace(view.place),
        under: `${countBranches(view.branchCount)}, ${day}`,
      };
    }
    case 'company':
      return { over: 'Bureau de change', title: view.name, under: `Ses taux, ses agences, ${day}` };
    case 'companies':
      return { over: 'Parité', title: 'Les bureaux de change comparés', under: countCompanies(view.total) };
    case 'article':
      return { over: view.article.topic, title: view.article.title, under: 'Le blog de Parité' };
    default:
      return { over: 'Parité', title: describePage(page).title, under: 'Le juste taux, avant de partir' };
  }
}

function describeOffers(
  { from, to, amount, offers, total }: Offers,
  over: string,
  day: string,
): SharePicture {
  const [best] = offers;
  const title = best
    ? equation(from.code, amount, to.code, best.received)
    : `${currencySymbol(from.code)} → ${currencySymbol(to.code)}`;
  return { over, title, under: `${countCompanies(total)}, ${day}` };
}

// '€ 500 = $ 565,80'
function equation(from: string, amount: number, to: string, received: number): string {
  return `${formatShortAmount(from, amount)} = ${formatAmount(to, received)}`;
}

// '21 nov.'
function formatShortDay(day: string): string {
  const [, month = '1', date = '1'] = day.split('-');
  return `${Number(date)}\u00a0${MONTHS[Number(month) - 1]}`;
}
