import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { TEXT_NAMES, TEXT_ROUTES, TEXTS } from '#domain/pages/texts.ts';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { LoaderBar } from '#web/shared/feedback/LoaderBar.tsx';
import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './Layout.module.css';
import { ScrollLink } from './ScrollLink.tsx';
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
      <Footer />
      <ScrollRestoration />
    </>
  );
}

function Header() {
  const { pathname, search } = useLocation();
  const home = (
    <Link className={styles.home} to="/">
      <Brand />
      <span className="visually-hidden">, accueil</span>
    </Link>
  );
  // the way out of a reservation is its comparison
  if (pathname.startsWith('/reserver/')) {
    const query = search
      .replace(/&(agence|etape)=.*/, '')
      .replace('vente=', 'vers=')
      .replace('achat=', 'de=');
    return (
      <header className={styles.header}>
        {home}
        <Link className={styles.quit} to={`/${query}`}>
          Quitter
        </Link>
      </header>
    );
  }
  return (
    <header className={styles.header}>
      {home}
      <button type="button" className={styles.toggle} popoverTarget="menu" aria-label="Menu" />
      <nav id="menu" popover="auto" className={styles.nav} aria-label="Principale">
        <PageLink to="/comparateur">Comment ça marche</PageLink>
        <PageLink to="/blog">Blog</PageLink>
        <PageLink to="/voyages">Mes voyages</PageLink>
      </nav>
      <ScrollLink className={styles.demo} section="comparateur">
        Réserver une démo
      </ScrollLink>
    </header>
  );
}

/** Link with `aria-current`. The router's own does more, for which the first script has no room. */
function PageLink({ to, children }: { to: string; children: string }) {
  const isHere = useLocation().pathname.startsWith(to);
  return (
    <Link
      className={styles.navLink}
      to={to}
      onClick={({ currentTarget }) => currentTarget.parentElement?.hidePopover()}
      aria-current={isHere ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

const LINKS = [
  { to: '/voyages', text: 'Mes voyages' },
  // pages of the server, whose relative addresses are those of no route
  { to: './devises', text: 'Devises' },
  { to: './bureaux', text: 'Bureaux de change' },
  { to: './change', text: 'Où changer' },
  { to: '/blog', text: 'Blog' },
  { to: './plan-du-site', text: 'Plan du site' },
  ...TEXT_NAMES.map((name) => ({ to: TEXT_ROUTES[name], text: TEXTS[name].link })),
];

function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerPage}>
        <div className={styles.sign}>
          <Brand />
          <p>Le juste taux, avant de partir.</p>
        </div>
        <nav aria-label="Pied de page">
          <ul className={styles.footerLinks}>
            {LINKS.map(({ to, text }) => (
              <li key={to}>{to.startsWith('.') ? <a href={to}>{text}</a> : <Link to={to}>{text}</Link>}</li>
            ))}
          </ul>
        </nav>
        <p className={styles.copyright}>© 2025 Parité</p>
      </div>
    </footer>
  );
}
