import type { ComponentType } from 'react';
import {
  createHashRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { ApiFailure, networkFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { endRequest, startRequest } from '#web/shared/feedback/client-state.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { cancelNavigation, followHistory } from './cancel-navigation.ts';
import { Layout } from './layout/Layout.tsx';
import { FailurePage } from './pages/failure/FailurePage.tsx';
import { LandingPage, loadBanner, loadLanding } from './pages/landing/LandingPage.tsx';
import { readServed } from './served.ts';

const LANDING = 'landing';

export const served = readServed();

export const router = openRouter([
  {
    element: <Layout />,
    children: [
      {
        id: LANDING,
        path: '/',
        element: <LandingPage />,
        loader: guard(loadLanding),
        shouldRevalidate: isOtherPage,
        errorElement: <FailurePage />,
      },
      page({
        path: '/blog',
        title: () => 'Blog',
        code: async () => (await import('./pages/blog/BlogPage.tsx')).BlogPage,
        load: ({ request }) => call('GET /api/public/blog/articles', { signal: request.signal }),
      }),
      page({
        path: '/blog/view/:id',
        title: (article) => article?.title ?? 'Article introuvable',
        code: async () => (await import('./pages/article/ArticlePage.tsx')).ArticlePage,
        load: loadArticle,
      }),
      page({
        path: '/comparateur',
        title: () => 'Comment fonctionne le comparateur',
        code: async () => (await import('./pages/method/MethodPage.tsx')).MethodPage,
        load: loadExample,
      }),
      ...pages(
        ['/mentions-legales', '/confidentialite', '/accessibilite'],
        () => import('./pages/legal/LegalPages.tsx'),
      ),
      ...pages(
        ['/lettre/confirmer', '/lettre/desinscription'],
        () => import('./pages/newsletter/NewsletterPages.tsx'),
      ),
      ...pages(
        ['/reserver/:site', '/voyages/:id?', '/reservations/:id', '/compte'],
        () => import('./pages/traveller/TravellerPages.tsx'),
      ),
      // every other route of the public host leads to the landing page (spec 2)
      { path: '*', loader: () => redirect('/') },
    ],
  },
]);
followHistory(router);

function openRouter(routes: RouteObject[]) {
  const data = served && { ...served, articles: served.articles ?? loadBanner() };
  return createHashRouter(routes, data ? { hydrationData: { loaderData: { [LANDING]: data } } } : {});
}

type Load<T> = (args: LoaderFunctionArgs) => Promise<T>;

function page<T>(route: {
  path: string;
  title: (data: T) => string;
  code: () => Promise<ComponentType<{ data: T }>>;
  load: Load<T>;
}): RouteObject {
  return loaded(route.path, async (args) => {
    const [Page, data] = await Promise.all([route.code().catch(withoutCode), route.load(args)]);
    return { Page, data, title: route.title(data) };
  });
}

/** Routes of one chunk. The first script, which is full, knows only their paths. */
function pages(
  paths: string[],
  code: () => Promise<{ load(path: string, args: LoaderFunctionArgs): unknown }>,
) {
  return paths.map((path) =>
    loaded(path, async (args) => (await code().catch(withoutCode)).load(path, args)),
  );
}

function loaded<T>(path: string, load: Load<T>): RouteObject {
  return {
    path,
    element: <LoadedPage />,
    loader: guard(load),
    shouldRevalidate: isOtherPage,
    errorElement: <FailurePage />,
  };
}

type Loaded = { Page: ComponentType<{ data: unknown }>; data: unknown };

/** Page with its data, keyed by address so that no state survives a navigation. */
function LoadedPage() {
  const { Page, data } = useLoaderData<Loaded>();
  return <Page key={useLocation().pathname} data={data} />;
}

/**
 * Failed loads show the error modal and block the navigation (spec 2). Without a page to stay on, the route
 * shows its failure.
 */
function guard<T>(load: Load<T>): Load<T> {
  return async (args) => {
    // code under way counts as a request, so that the loader shows it
    startRequest();
    try {
      return await load(args);
    } catch (error) {
      const isGivenUp = args.request.signal.aborted;
      if (isGivenUp || !router.state.initialized || !(error instanceof ApiFailure)) throw error;
      showFailure(error);
      cancelNavigation(router);
      // pending promise, which the router drops once the old page is back
      return new Promise(() => {});
    } finally {
      endRequest();
    }
  };
}

/**
 * Reloads on another page or reservation, but not on a search, a filter or a step, which belong to the
 * page's entry.
 */
function isOtherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return pageIdentity(currentUrl) !== pageIdentity(nextUrl);
}

function pageIdentity({ href }: URL): string {
  return href.replace(/\?(?!vente|achat).*|&etape.*/, '');
}

async function loadArticle({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) {
  try {
    return await call('GET /api/public/blog/articles/view/{id}', { params: { id }, signal });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

async function loadExample({ request: { signal } }: LoaderFunctionArgs) {
  const body = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
  const [currencies, answer] = await Promise.all([
    call('GET /api/public/currencies', { signal }),
    call('POST /api/public/offers', { body, signal }),
  ]);
  return { currencies, answer };
}

function withoutCode(): never {
  throw networkFailure();
}
