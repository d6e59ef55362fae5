import type { ReactNode } from 'react';
import { FOOT_LINKS, HEAD_LINKS } from '#domain/pages/links.ts';
import { Brand } from '#web/shared/ui/Brand.tsx';
import layout from '../site/layout/Layout.module.css';
import styles from './Frame.module.css';
import type { Crumb } from './meta.ts';

type Props = { path: string; crumbs: readonly Crumb[]; children: ReactNode };

// Header, crumbs and footer, which need no script.
export function Frame({ path, crumbs, children }: Props) {
  return (
    <>
      <header className={layout.header}>
        <a className={layout.home} href="/">
          <Brand />
          <span className="visually-hidden">, accueil</span>
        </a>
        <button type="button" className={layout.toggle} popoverTarget="menu" aria-label="Menu" />
        <nav id="menu" popover="auto" className={layout.nav} aria-label="Principale">
          {HEAD_LINKS.map(({ path: to, text }) => (
            <a
              key={to}
              className={layout.navLink}
              href={to}
              aria-current={path === to ? 'page' : path.startsWith(`${to}/`) ? 'true' : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
        <a className={layout.demo} href="/">
          Comparer
        </a>
      </header>
      <main id="contenu" className={layout.main} tabIndex={-1}>
        <div className={styles.page}>
          <Crumbs crumbs={crumbs} />
          {children}
        </div>
      </main>
      <footer className={layout.footer}>
        <div className={layout.footerPage}>
          <div className={`${layout.sign} ${styles.sign}`}>
            <Brand />
            <p>Le juste taux, avant de partir.</p>
          </div>
          <nav aria-label="Pied de page">
            <ul className={layout.footerLinks}>
              {FOOT_LINKS.map(({ path: to, text }) => (
                <li key={to}>
                  <a href={to}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
          <p className={layout.copyright}>© 2025 Parité</p>
        </div>
      </footer>
    </>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label="Fil d’Ariane">
      <ol>
        <li>
          <a href="/">Accueil</a>
        </li>
        {crumbs.map(({ name, path }, index) => (
          <li key={path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <a href={path}>{name}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
