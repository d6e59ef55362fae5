import type {
  Article,
  BreadcrumbList,
  ExchangeRateSpecification,
  FinancialService,
  Graph,
  ItemList,
  Organization,
  WebSite,
} from 'schema-dts';
import { decimalNumber } from '#domain/money/decimal.ts';
import { articlePath, companyPath } from '#domain/pages/address.ts';
import type { ArticlePageView, CompanyView, Page, PlaceView, Site } from '#domain/pages/page.ts';
import type { Position } from '#domain/places/place.ts';
import type { Crumb } from './meta.ts';
import { picturePath } from './share-picture.ts';

// JSON-LD of a page, as text that cannot end its element.
export function writeStructuredData(page: Page, crumbs: readonly Crumb[], site: Site): string {
  const graph: Graph = {
    '@context': 'https://schema.org',
    '@graph': [...(crumbs.length > 0 ? [breadcrumbs(crumbs, site.origin)] : []), ...thingsOf(page, site)],
  };
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

function breadcrumbs(crumbs: readonly Crumb[], origin: string): BreadcrumbList {
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

function thingsOf(page: Page, site: Site) {
  const { view } = page;
  switch (view.kind) {
    case 'landing':
      return [describeSite(site)];
    case 'currency':
    case 'comparison':
      return exchangeRates(page);
    case 'company':
      return [describeCompany(view, site)];
    case 'place':
      return view.branches.length > 0 ? [describeBranches(view, site)] : [];
    case 'article':
      return [describeArticle(view, page, site)];
    default:
      return [];
  }
}

function describeSite({ origin }: Site): WebSite {
  return { '@type': 'WebSite', name: 'Parité', url: `${origin}/`, inLanguage: 'fr' };
}

function exchangeRates({ view }: Page): ExchangeRateSpecification[] {
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

type Branch = {
  name: string;
  address: string;
  postcode?: string;
  city: string;
  phone: string;
  position: Position | null;
};

// A type of schema-dts may be an address alone, too.
type Service = Exclude<FinancialService, string>;

function describeBranch({ name, address, postcode, city, phone, position }: Branch): Service {
  return {
    '@type': 'FinancialService',
    name,
    address: {
      '@type': 'PostalAddress',
      ...(address !== '' && { streetAddress: address }),
      ...(postcode && { postalCode: postcode }),
      addressLocality: city,
      addressCountry: 'FR',
    },
    ...(phone !== '' && { telephone: phone }),
    ...(position && {
      geo: { '@type': 'GeoCoordinates', latitude: position.lat, longitude: position.lon },
    }),
  };
}

function describeCompany(
  { name, slug, site: own, logo, authorisation, branches }: CompanyView,
  { origin, imagesUrl }: Site,
): FinancialService {
  return {
    '@type': 'FinancialService',
    '@id': `${origin}${companyPath(slug)}`,
    name,
    url: `${origin}${companyPath(slug)}`,
    sameAs: own,
    logo: absolute(origin, `${imagesUrl}/companies/${encodeURIComponent(logo)}.png`),
    ...(authorisation && { identifier: authorisation }),
    ...(branches.length > 0 && {
      department: branches.map((branch) => describeBranch({ ...branch, name: `${name}, ${branch.name}` })),
    }),
  };
}

function describeBranches({ branches }: PlaceView, { origin }: Site): ItemList {
  return {
    '@type': 'ItemList',
    itemListElement: branches.map(({ company, ...branch }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        ...describeBranch({ ...branch, name: `${company.name}, ${branch.name}` }),
        parentOrganization: { '@id': `${origin}${companyPath(company.slug)}` },
      },
    })),
  };
}

function describeArticle({ article, publishedOn }: ArticlePageView, page: Page, site: Site): Article {
  const { origin } = site;
  const house: Organization = { '@type': 'Organization', name: 'Parité', url: `${origin}/` };
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.description,
    datePublished: publishedOn,
    inLanguage: 'fr',
    image: [
      absolute(origin, `${site.imagesUrl}/articles/${encodeURIComponent(article.image)}.webp`),
      `${origin}${picturePath(page)}`,
    ],
    author: house,
    publisher: house,
    mainEntityOfPage: `${origin}${articlePath(article.id)}`,
  };
}

function absolute(origin: string, url: string): string {
  return url.startsWith('/') ? `${origin}${url}` : url;
}
