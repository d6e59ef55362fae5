import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { LoaderBar } from '#web/shared/feedback/LoaderBar.tsx';
import styles from './Layout.module.css';
import { ScrollLink } from './ScrollLink.tsx';
import { type AnchorProps, SiteFooter, SiteHeader } from './SiteFrame.tsx';
import { useArrival } from './use-arrival.ts';

/** Frame of every page. */
export function Layout() {
  useArrival();
  return (
    <>
      <LoaderBar />
      <Header />
      <main id="contenu" className={styles.main} aria-busy={useLoader()}>
        <Outlet />
      </main>
      <SiteFooter Anchor={RouteAnchor} />
      <ScrollRestoration />
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
      <SiteHeader Anchor={RouteAnchor}>
        <Link className={styles.quit} to={`/${query}`}>
          Quitter
        </Link>
      </SiteHeader>
    );
  }
  return (
    <SiteHeader Anchor={RouteAnchor} isHere={(path) => pathname.startsWith(routeOf(path))}>
      <ScrollLink className={styles.demo} section="comparateur">
        Réserver une démo
      </ScrollLink>
    </SiteHeader>
  );
}

// Route that shows what a page shows.
function routeOf(path: string): string {
  return path === '/methode' ? '/comparateur' : path.replace('/#', '');
}

// Pages without a route.
const PAGES = /^.(devises|bureaux|change|plan-du-site)/;

/** Link with `aria-current`. The router's own does more, for which the first script has no room. */
function RouteAnchor({ path, ...props }: AnchorProps) {
  // relative, as what begins with a slash is a route
  if (PAGES.test(path)) return <a href={`.${path}`} {...props} />;
  return (
    <Link
      to={routeOf(path)}
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      {...props}
    />
  );
}
