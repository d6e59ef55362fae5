import { decimalNumber } from '#domain/money/decimal.ts';
import type { Page, Site } from '#domain/pages/page.ts';
import type { Crumb } from './meta.ts';

// JSON-LD of a page, as text that cannot end its element.
export function writeStructuredData(page: Page, crumbs: readonly Crumb[], { origin }: Site): string {
  const graph = [breadcrumbs(crumbs, origin), ...exchangeRates(page)];
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}

function breadcrumbs(crumbs: readonly Crumb[], origin: string) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Accueil', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

function exchangeRates({ view }: Page) {
  if (view.kind !== 'currency' && view.kind !== 'comparison') return [];
  const { offers } = view.kind === 'currency' ? view.best : view.result;
  const [best] = offers;
  if (!best) return [];
  return [
    {
      '@type': 'ExchangeRateSpecification',
      currency: view.base.code,
      currentExchangeRate: {
        '@type': 'UnitPriceSpecification',
        price: decimalNumber(best.rate),
        priceCurrency: view.currency.code,
        validFrom: new Date(best.fixedAt).toISOString(),
      },
    },
  ];
}
