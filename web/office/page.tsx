import type { ComponentType, ReactNode } from 'react';
import { type Params, type RouteObject, useLoaderData, useMatches } from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { guarded } from './guard.ts';
import { NoAccess } from './layout/NoPage.tsx';
import { hasScope } from './sections.ts';

export type Visit = { user: Me; params: Params; url: URL; signal: AbortSignal };

type PageOf<T> = {
  title?: string | ((data: T) => string);
  needs: readonly string[];
  load: (visit: Visit) => Promise<T>;
  Component: ComponentType<{ data: T }>;
};

type LoadedPage = { title: string | undefined; show: () => ReactNode };
type Page = {
  title: string | undefined;
  needs: readonly string[];
  load: (visit: Visit) => Promise<LoadedPage>;
};

export function page<T>({ title, needs, load, Component }: PageOf<T>): Page {
  return {
    title: typeof title === 'string' ? title : undefined,
    needs,
    load: async (visit) => {
      const data = await load(visit);
      return {
        title: typeof title === 'function' ? title(data) : title,
        show: () => <Component data={data} />,
      };
    },
  };
}

/** First permitted page of several at one address: `me` before `all` (spec 6). */
export function route(path: string, ...pages: readonly Page[]): RouteObject {
  return {
    path,
    element: <LoadedPageElement />,
    handle: pages[0]?.title,
    loader: guarded(async (user, { url, signal }, params) => {
      const open = pages.find(({ needs }) => needs.every((scope) => hasScope(user, scope)));
      return open ? open.load({ user, params, url: new URL(url), signal }) : null;
    }),
  };
}

function LoadedPageElement() {
  const shown = useLoaderData<LoadedPage | null>();
  return shown ? shown.show() : <NoAccess />;
}

/** Title of the current or loading page. undefined: the section's. */
export function usePageTitle(): string | undefined {
  const match = useMatches().at(-1);
  // both come from `route`
  const shown = match?.loaderData as LoadedPage | null | undefined;
  return shown?.title ?? (match?.handle as string | undefined);
}
