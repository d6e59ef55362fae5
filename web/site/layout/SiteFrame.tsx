import type { ComponentType, ReactNode } from 'react';
import { FOOT_LINKS, HEAD_LINKS } from '#domain/pages/links.ts';
import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './Layout.module.css';

export type AnchorProps = {
  path: string;
  className?: string | undefined;
  'aria-current'?: 'page' | 'true' | undefined;
  children: ReactNode;
};

// `Anchor`: link to the path of a page, or to the route of the application in its place.
type Props = { Anchor: ComponentType<AnchorProps>; children?: ReactNode };

export function SiteHome({ Anchor }: Pick<Props, 'Anchor'>) {
  return (
    <Anchor path="/" className={styles.home}>
      <Brand />
      <span className="visually-hidden">, accueil</span>
    </Anchor>
  );
}

// Header of the application and of rendered pages. `path`: of the present page. `children`: its act.
export function SiteHeader({ Anchor, path, children }: Props & { path: string }) {
  return (
    <header className={styles.header}>
      <SiteHome Anchor={Anchor} />
      <button type="button" className={styles.toggle} popoverTarget="menu" aria-label="Menu" />
      <nav id="menu" popover="auto" className={styles.nav} aria-label="Principale">
        {HEAD_LINKS.map(({ path: to, text }) => (
          <Anchor
            key={to}
            path={to}
            className={styles.navLink}
            aria-current={path === to ? 'page' : path.startsWith(`${to}/`) ? 'true' : undefined}
          >
            {text}
          </Anchor>
        ))}
      </nav>
      {children}
    </header>
  );
}

export function SiteFooter({ Anchor }: Pick<Props, 'Anchor'>) {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerPage}>
        <div className={styles.sign}>
          <Brand />
          <p>Le juste taux, avant de partir.</p>
        </div>
        <nav aria-label="Pied de page">
          <ul className={styles.footerLinks}>
            {FOOT_LINKS.map(({ path, text }) => (
              <li key={path}>
                <Anchor path={path}>{text}</Anchor>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.copyright}>© 2025 Parité</p>
      </div>
    </footer>
  );
}
