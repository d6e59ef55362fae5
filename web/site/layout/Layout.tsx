import type { ReactNode } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { TEXT_NAMES } from '#domain/pages/texts.ts';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { LoaderBar } from '#web/shared/feedback/LoaderBar.tsx';
import styles from './Layout.module.css';
import { ScrollLink } from './ScrollLink.tsx';
import { type AnchorProps, SiteFooter, SiteHeader, SiteHome } from './SiteFrame.tsx';
import { useArrival } from './use-arrival.ts';

/** Frame of every page. `children` replace the route in its skeleton. */
export function Layout({ children }: { children?: ReactNode }) {
  useArrival();
  return (
    <>
      <LoaderBar />
      <Header />
      <main id="contenu" className={styles.main} aria-busy={useLoader()}>
        {children ?? <Outlet />}
      </main>
      <SiteFooter Anchor={RouteAnchor} />
      {children ? null : <ScrollRestoration />}
    </>
  );
}

function Header() {
  const { pathname, search } = useLocation();
  // the way out of a reservation is its comparison
  if (pathname.startsWith('/reserver/')) {
    const query = search
      .replace(/&(agence|etape)=.*/, '')
      .replace('vente=', 'vers=')
      .replace('achat=', 'de=');
    return (
      <header className={styles.header}>
        <SiteHome Anchor={RouteAnchor} />
        <Link className={styles.quit} to={`/${query}`}>
          Quitter
        </Link>
      </header>
    );
  }
  return (
    <SiteHeader Anchor={RouteAnchor} path={pathOf(pathname)}>
      <ScrollLink className={styles.demo} section="comparateur">
        Réserver une démo
      </ScrollLink>
    </SiteHeader>
  );
}

// Paths of pages by the beginning of the route that shows the same.
const PATHS = { '/comparateur': '/methode', '/blog': '/blog', '/voyages': '/#/voyages' };

function pathOf(pathname: string): string {
  const found = Object.entries(PATHS).find(([route]) => pathname.startsWith(route));
  return found ? found[1] : pathname;
}

function routeOf(path: string): string | null {
  const found = Object.entries(PATHS).find(([, page]) => page === path);
  if (found) return found[0];
  return path === '/' || TEXT_NAMES.some((name) => path === `/${name}`) ? path : null;
}

/** Link with `aria-current`. The router's own does more, for which the first script has no room. */
function RouteAnchor({ path, ...props }: AnchorProps) {
  const route = routeOf(path);
  // relative, as what begins with a slash is a route
  if (route === null) return <a href={`.${path}`} {...props} />;
  return (
    <Link
      to={route}
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      {...props}
    />
  );
}
