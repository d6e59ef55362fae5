import type { ComponentType, ReactNode } from 'react';
import { type Params, type RouteObject, useLoaderData, useMatches } from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { addresses } from './addresses.ts';
import { guarded } from './guard.ts';
import { NoAccess } from './layout/NoPage.tsx';
import { administration, findSection, hasScope, maySee, sections } from './sections.ts';

export type Visit = { user: Me; params: Params; url: URL; signal: AbortSignal };

type PageOf<T> = {
  // Name in a list of pages, where the title is made of the data or the section's.
  name?: string;
  title?: string | ((data: T) => string | undefined);
  needs: readonly string[];
  load: (visit: Visit) => Promise<T>;
  Component: ComponentType<{ data: T }>;
};

type LoadedPage = { title: string | undefined; show: () => ReactNode };
type Page = {
  name: string | undefined;
  title: string | undefined;
  needs: readonly string[];
  load: (visit: Visit) => Promise<LoadedPage>;
};

export function page<T>({ name, title, needs, load, Component }: PageOf<T>): Page {
  const fixedTitle = typeof title === 'string' ? title : undefined;
  return {
    name: name ?? fixedTitle,
    title: fixedTitle,
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
  routes.set(path, pages);
  return {
    path,
    element: <LoadedPageElement />,
    handle: pages[0]?.title,
    loader: guarded(async (user, { url, signal }, params) => {
      const open = findOpen(user, pages);
      return open ? open.load({ user, params, url: new URL(url), signal }) : null;
    }),
  };
}

const routes = new Map<string, readonly Page[]>();

const findOpen = (user: Me, pages: readonly Page[]) =>
  pages.find(({ needs }) => needs.every((scope) => hasScope(user, scope)));

/** Pages that this user may open by their address alone, those of the menu first. */
export function listPages(user: Me): { title: string; path: string }[] {
  const listed = [...routes].flatMap(([path, pages]) => {
    const section = findSection(path);
    const open = maySee(user, section) && findOpen(user, pages);
    // the token of a new address comes by mail
    if (!open || path.includes(':') || path === addresses.confirmMail) return [];
    const title = path === section.path ? section.title : (open.name ?? section.title);
    return [{ path, title }];
  });
  const rank = new Map([...sections, administration].map(({ path }, i) => [path, i]));
  const rankOf = ({ path }: { path: string }) => rank.get(path) ?? rank.size;
  return listed.sort((one, other) => rankOf(one) - rankOf(other));
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
