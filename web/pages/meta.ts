import { DEFAULT_PERIOD, PERIODS } from '#domain/history/period.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { comparisonPath, currencyPath } from '#domain/pages/address.ts';
import { formatLongDay } from '#domain/pages/format-fixed.ts';
import type { CurrencyView, ListPage, Page, PlaceView } from '#domain/pages/page.ts';
import { TEXTS } from '#domain/pages/texts.ts';
import { atPlace, capitalised, countBranches, countCompanies, inPlural, nameOfPlace } from './words.ts';

export type Crumb = { readonly name: string; readonly path: string };

// `crumbs`: from the home page's first child to the page itself.
export type Meta = {
  readonly title: string;
  readonly description: string;
  readonly crumbs: readonly Crumb[];
};

const BLOG: Crumb = { name: 'Blog', path: '/blog' };
const COMPANIES: Crumb = { name: 'Bureaux', path: '/bureaux' };
const PLACES: Crumb = { name: 'Où changer', path: '/change' };
const CURRENCIES: Crumb = { name: 'Devises', path: '/devises' };

export function describePage(page: Page): Meta {
  const { view, path, today } = page;
  const day = formatLongDay(today, today);
  switch (view.kind) {
    case 'landing':
      return {
        title: 'Parité\u00a0: le juste taux, avant de partir',
        description:
          'Comparez ce que chaque bureau de change vous remet vraiment, et allez droit au meilleur. Sans frais ajoutés par Parité.',
        crumbs: [],
      };
    case 'currencies':
      return {
        title: 'Toutes les devises à changer contre des euros',
        description: `Les ${view.currencies.length} devises que les bureaux de change échangent contre des euros, et les meilleurs montants du ${day} pour ${formatShortAmount(view.base.code, view.amount)}.`,
        crumbs: [CURRENCIES],
      };
    case 'currency':
      return describeCurrency(view, path, day);
    case 'comparator':
      return {
        title: 'Comparer les bureaux de change',
        description: 'Indiquez un montant et une devise pour comparer les offres des bureaux de change.',
        crumbs: [{ name: 'Comparer', path }],
      };
    case 'comparison': {
      const { from, to, amount, offers, total } = view.result;
      const { place } = view;
      const asked = formatShortAmount(from.code, amount);
      const where = place ? ` ${atPlace(place)} (${place.area})` : '';
      const [best] = offers;
      return {
        title: `${asked} en ${inPlural(to)}${where} (${from.code} → ${to.code})`,
        description: best
          ? `${asked} = ${formatAmount(to.code, best.received)} chez ${best.company.name}, meilleure offre du ${day} sur ${countCompanies(total)}${where}.`
          : `Aucun bureau comparé ne change ${asked} en ${inPlural(to)}${where} le ${day}.`,
        crumbs: [
          CURRENCIES,
          { name: capitalised(view.currency.label), path: currencyPath(view.currency.code, view.side) },
          {
            name: place ? `${asked} ${atPlace(place)}` : asked,
            path: comparisonPath(amount / 100, from.code, to.code, place?.slug),
          },
        ],
      };
    }
    case 'companies':
      return {
        title: `Les bureaux de change comparés${pageOf(view)}`,
        description: `${countCompanies(view.total)} de change, leurs agences, leurs horaires et tous leurs taux du ${day}${pageOf(view)}.`,
        crumbs: listCrumbs(COMPANIES, view, path),
      };
    case 'places':
      return {
        title: `Où changer de l’argent${pageOf(view)}`,
        description: `Les ${view.total} villes et aéroports de France où comparer les bureaux de change, leurs horaires et leurs taux du ${day}${pageOf(view)}.`,
        crumbs: listCrumbs(PLACES, view, path),
      };
    case 'place':
      return describePlace(view, path, day);
    case 'company':
      return {
        title: `${view.name}\u00a0: taux, agences et horaires`,
        description: `${view.name}\u00a0: les taux de change du ${day}, avec l’heure où ils ont été fixés, les agences et leurs horaires.`,
        crumbs: [COMPANIES, { name: view.name, path }],
      };
    case 'text': {
      const { title, description } = TEXTS[view.text];
      return { title, description, crumbs: [{ name: title, path }] };
    }
    case 'site-map':
      return {
        title: 'Plan du site',
        description:
          'Toutes les pages de Parité\u00a0: devises, bureaux de change, articles et textes légaux.',
        crumbs: [{ name: 'Plan du site', path }],
      };
    case 'blog':
      return {
        title: 'Blog du change',
        description:
          'Comprendre un taux, payer moins de frais, passer la frontière sans surprise\u00a0: tous les articles de Parité.',
        crumbs: [BLOG],
      };
    case 'article': {
      const { title, description } = view.article;
      return { title, description, crumbs: [BLOG, { name: title, path }] };
    }
  }
}

function pageOf({ page }: ListPage): string {
  return page === 1 ? '' : `, page ${page}`;
}

function listCrumbs(list: Crumb, { page }: ListPage, path: string): Crumb[] {
  return page === 1 ? [list] : [list, { name: `Page ${page}`, path }];
}

function describePlace(view: PlaceView, path: string, day: string): Meta {
  const { place, base, amount, rates, branchCount, companyCount } = view;
  const [first] = rates;
  const asked = formatShortAmount(base.code, amount);
  const figures = first
    ? ` Le ${day}, ${asked} y donnent jusqu’à ${formatAmount(first.code, first.best.received)}.`
    : '';
  return {
    title: `Bureaux de change ${atPlace(place)} (${place.area})\u00a0: taux et horaires`,
    description:
      branchCount === 0
        ? `Aucun bureau comparé n’a d’agence ${atPlace(place)} (${place.area}). Les plus proches, avec leurs horaires et leurs taux.`
        : `${branchCount === 1 ? 'Un bureau' : `${countBranches(branchCount)} ${companyCount === 1 ? 'd’un bureau' : `de ${countCompanies(companyCount)}`}`} de change ${atPlace(place)} (${place.area})\u00a0: ${branchCount === 1 ? 'adresse' : 'adresses'}, carte, horaires et meilleurs taux.${figures}`,
    crumbs: [PLACES, { name: nameOfPlace(place), path }],
  };
}

function describeCurrency(view: CurrencyView, path: string, day: string): Meta {
  const { side, currency, best, base, history } = view;
  const span = history && history.period !== DEFAULT_PERIOD ? PERIODS[history.period].label : null;
  const name = `${capitalised(currency.label)} (${currency.code})`;
  const [first] = best.offers;
  const asked = formatShortAmount(best.from.code, best.amount);
  const bought = currencyPath(currency.code);
  const crumbs = [CURRENCIES, { name: capitalised(currency.label), path: bought }];
  const figures = first
    ? `Le ${day}, ${asked} donnent jusqu’à ${formatAmount(best.to.code, first.received)} (${countCompanies(best.total)}).`
    : `Aucun bureau comparé ne propose cet échange le ${day}.`;
  return side === 'buy'
    ? {
        title: `${name}\u00a0: acheter au meilleur taux${span ? `, cours sur ${span}` : ''}`,
        description: `Changer des ${base.label}s en ${inPlural(currency)}. ${figures} ${span ? `Cours sur ${span}, t` : 'T'}aux, montants, billets et bureaux.`,
        crumbs,
      }
    : {
        title: `${name}\u00a0: revendre ses billets en ${base.label}s${span ? `, cours sur ${span}` : ''}`,
        description: `Rapporter des billets et les changer en ${base.label}s. ${figures} ${span ? `Cours sur ${span}, t` : 'T'}aux, montants et bureaux.`,
        crumbs: [...crumbs, { name: 'Revendre', path }],
      };
}
