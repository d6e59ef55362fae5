import type { ComponentType, ReactNode } from 'react';
import { FOOT_LINKS, HEAD_LINKS } from '#domain/pages/links.ts';
import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './Layout.module.css';

export type AnchorProps = {
  path: string;
  className?: string | undefined;
  'aria-current'?: 'page' | undefined;
  children: ReactNode;
};

// `Anchor`: link to the path of a page, or to the route of the application in its place.
type Props = { Anchor: ComponentType<AnchorProps> };

type HeaderProps = Props & { isHere?: (path: string) => boolean; children: ReactNode };

// Header of the application and of rendered pages. `isHere`: whether a link leads to the present page, absent where there is no
// menu. `children`: its act.
export function SiteHeader({ Anchor, isHere, children }: HeaderProps) {
  return (
    <header className={styles.header}>
      <Anchor path="/" className={styles.home}>
        <Brand />
        <span className="visually-hidden">, accueil</span>
      </Anchor>
      {isHere ? (
        <>
          <button type="button" className={styles.toggle} popoverTarget="menu" aria-label="Menu" />
          <nav id="menu" popover="auto" className={styles.nav} aria-label="Principale">
            {HEAD_LINKS.map(({ path, text }) => (
              <Anchor
                key={path}
                path={path}
                className={styles.navLink}
                aria-current={isHere(path) ? 'page' : undefined}
              >
                {text}
              </Anchor>
            ))}
          </nav>
        </>
      ) : null}
      {children}
    </header>
  );
}

export function SiteFooter({ Anchor }: Props) {
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
