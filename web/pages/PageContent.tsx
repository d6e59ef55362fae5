import type { Page } from '#domain/pages/page.ts';
import { ArticleText } from './blog/ArticleText.tsx';
import { Blog } from './blog/Blog.tsx';
import { CompaniesPage } from './company/CompaniesPage.tsx';
import { CompanyPage } from './company/CompanyPage.tsx';
import { ComparatorPage } from './comparison/ComparatorPage.tsx';
import { ComparisonPage } from './comparison/ComparisonPage.tsx';
import { CurrenciesPage } from './currency/CurrenciesPage.tsx';
import { CurrencyPage } from './currency/CurrencyPage.tsx';
import { PlacePage } from './place/PlacePage.tsx';
import { PlacesPage } from './place/PlacesPage.tsx';
import { SiteMapPage } from './text/SiteMapPage.tsx';
import { Text } from './text/Text.tsx';

export function PageContent({ page: { view, today } }: { page: Page }) {
  switch (view.kind) {
    // page of the application, by landing/render-landing.tsx
    case 'landing':
      return null;
    case 'currencies':
      return <CurrenciesPage view={view} today={today} />;
    case 'currency':
      return <CurrencyPage view={view} today={today} />;
    case 'companies':
      return <CompaniesPage view={view} />;
    case 'company':
      return <CompanyPage view={view} today={today} />;
    case 'places':
      return <PlacesPage view={view} />;
    case 'place':
      return <PlacePage view={view} today={today} />;
    case 'comparator':
      return <ComparatorPage view={view} />;
    case 'comparison':
      return <ComparisonPage view={view} today={today} />;
    case 'text':
      return <Text view={view} />;
    case 'site-map':
      return <SiteMapPage view={view} />;
    case 'blog':
      return <Blog view={view} />;
    case 'article':
      return <ArticleText view={view} />;
  }
}
