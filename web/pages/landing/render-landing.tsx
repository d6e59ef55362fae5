import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { articlePath } from '#domain/pages/address.ts';
import type { LandingData } from '#domain/pages/page.ts';
import { Layout } from '../../site/layout/Layout.tsx';
import { LandingPage } from '../../site/pages/landing/LandingPage.tsx';
import { Sections } from '../../site/pages/landing/sections/Sections.tsx';
import { ComparatorForm } from '../parts/ComparatorForm.tsx';

const NOTHING = { outcome: { status: 'none' }, change: () => {} } as const;

// Root of the application on its landing page, which the application takes over. The elements are those of
// web/site/routes.tsx, with parts for a browser without scripts.
export function renderLanding(data: LandingData): string {
  const { currencies } = data;
  const [, counterpart] = currencies;
  const form = (
    <ComparatorForm
      asked={{ amount: '500', side: 'buy', code: counterpart?.code ?? '' }}
      currencies={currencies.slice(1)}
    />
  );
  const sections = <Sections {...data} comparison={NOTHING} />;
  const router = createMemoryRouter(
    [
      {
        element: <Layout />,
        children: [{ id: 'landing', path: '/', element: <LandingPage form={form} sections={sections} /> }],
      },
    ],
    { hydrationData: { loaderData: { landing: data } } },
  );
  const html = renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return (
    html
      // hints of React for flags, which stand in the same bytes
      .replace(/<link rel="preload" as="image"[^>]*>/g, '')
      // pages of the server, which need no script; the application follows its links by their routes
      .replace(
        /href="\/blog\/view\/([^"]+)"/g,
        (_link, id: string) => `href="${articlePath(decodeURIComponent(id))}"`,
      )
      .replaceAll('href="/voyages"', 'href="/#/voyages"')
  );
}
