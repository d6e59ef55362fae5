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
import { ApiFailure, NO_NETWORK } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { endRequest, startRequest } from '#web/shared/feedback/client-state.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Layout } from './layout/Layout.tsx';
import { FailurePage } from './pages/failure/FailurePage.tsx';
import { LandingPage, loadLanding } from './pages/landing/LandingPage.tsx';
import { followHistory, stay } from './stay.ts';

export const router = createHashRouter([
  {
    element: <Layout />,
    children: [
      {
        path: '/',
        element: <LandingPage />,
        loader: guard(loadLanding),
        shouldRevalidate: leadsElsewhere,
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
      ...pages(['/mentions-legales', '/confidentialite'], () => import('./pages/legal/LegalPages.tsx')),
      ...pages(
        ['/lettre/confirmer', '/lettre/desinscription'],
        () => import('./pages/newsletter/NewsletterPages.tsx'),
      ),
      ...pages(
        ['/reserver/:site', '/reservations/:id?', '/compte'],
        () => import('./pages/traveller/TravellerPages.tsx'),
      ),
      // spec 2: on the public host every other route leads to the landing page
      { path: '*', loader: () => redirect('/') },
    ],
  },
]);
followHistory(router);

type Load<T> = (args: LoaderFunctionArgs) => Promise<T>;

/** A route whose code comes when it is asked for, together with its data. */
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

/** Several of one chunk, which says what each of them is: the first script, which is full, knows their paths alone. */
function pages(
  paths: string[],
  code: () => Promise<{ load(path: string, args: LoaderFunctionArgs): unknown }>,
) {
  return paths.map((path) =>
    loaded(path, async (args) => (await code().catch(withoutCode)).load(path, args)),
  );
}

/** A route that shows the page which its loader gives. */
function loaded<T>(path: string, load: Load<T>): RouteObject {
  return {
    path,
    element: <LoadedPage />,
    loader: guard(load),
    shouldRevalidate: leadsElsewhere,
    errorElement: <FailurePage />,
  };
}

type Loaded = { Page: ComponentType<{ data: unknown }>; data: unknown };

/** Shows a page that came with its data. Each address has a page of its own: nothing is left of the last one. */
function LoadedPage() {
  const { Page, data } = useLoaderData<Loaded>();
  return <Page key={useLocation().pathname} data={data} />;
}

/**
 * spec 2: a load that fails shows the error modal and blocks the navigation. With no page to stay on, the
 * route shows its failure.
 */
function guard<T>(load: Load<T>): Load<T> {
  return async (args) => {
    // code on its way is a request, too: the loader shows what a press began
    startRequest();
    try {
      return await load(args);
    } catch (error) {
      const isGivenUp = args.request.signal.aborted;
      if (isGivenUp || !router.state.initialized || !(error instanceof ApiFailure)) throw error;
      showFailure(error);
      stay(router);
      // the router drops this load as soon as the page on the screen is back in its place
      return new Promise(() => {});
    } finally {
      endRequest();
    }
  };
}

/**
 * A search, a filter or a step is kept in the entry of its page: that is no reason to load the page again. What is to be
 * reserved, which begins with its side, is.
 */
function leadsElsewhere({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return askedOf(currentUrl) !== askedOf(nextUrl);
}

function askedOf({ href }: URL): string {
  return href.replace(/\?(?!vente|achat).*|&etape.*/, '');
}

/** An article that does not exist has a page of its own. */
async function loadArticle({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) {
  try {
    return await call('GET /api/public/blog/articles/view/{id}', { params: { id }, signal });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

/** What the method page explains, on today's figures. */
async function loadExample({ request: { signal } }: LoaderFunctionArgs) {
  const body = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
  const [currencies, answer] = await Promise.all([
    call('GET /api/public/currencies', { signal }),
    call('POST /api/public/offers', { body, signal }),
  ]);
  return { currencies, answer };
}

/** The code of a page comes by the network as its data does (spec 8: status 0). */
function withoutCode(): never {
  throw new ApiFailure(0, NO_NETWORK, 'network');
}
