import './prerender-document.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { PageWait, Tall } from './first-wait/PageWait.tsx';
import { Layout } from './layout/Layout.tsx';
import { ArticleWait } from './pages/article/ArticleWait.tsx';
import { BlogWait } from './pages/blog/BlogWait.tsx';
import { LandingSkeleton } from './pages/landing/LandingSkeleton.tsx';

// the data is on its way: the loader is on (out of a browser React draws from the initial state)
Object.assign(useClientState.getInitialState(), { requests: 1 });

/** What the landing page shows until its script is there. */
export const landing = draw(
  <Layout>
    <LandingSkeleton />
  </Layout>,
);

/** What other pages show inside the layout: any of them at first, and some as soon as their data is there. */
export const waits: Record<string, string> = {
  '': drawTall(<PageWait />),
  '/blog': drawTall(<BlogWait />),
  '/blog/view/{id}': drawTall(<ArticleWait />),
};

function drawTall(page: ReactNode): string {
  return draw(<Tall>{page}</Tall>);
}

function draw(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }]);
  return (
    renderToStaticMarkup(<RouterProvider router={router} />)
      // the browser's router writes its addresses behind a hash
      .replaceAll('href="/', 'href="#/')
  );
}
