import type { ReactNode } from 'react';
import layout from '../site/layout/Layout.module.css';
import { type AnchorProps, SiteFooter, SiteHeader } from '../site/layout/SiteFrame.tsx';
import styles from './Frame.module.css';
import type { Crumb } from './meta.ts';

type Props = { path: string; crumbs: readonly Crumb[]; children: ReactNode };

// Header, crumbs and footer, which need no script.
export function Frame({ path, crumbs, children }: Props) {
  return (
    <>
      <SiteHeader Anchor={PageAnchor} isHere={(to) => `${path}/`.startsWith(`${to}/`)}>
        <a className={layout.demo} href="/">
          Comparer
        </a>
      </SiteHeader>
      <main id="contenu" className={layout.main} tabIndex={-1}>
        <div className={styles.page}>
          <Crumbs crumbs={crumbs} />
          {children}
        </div>
      </main>
      <SiteFooter Anchor={PageAnchor} />
    </>
  );
}

function PageAnchor({ path, ...props }: AnchorProps) {
  return <a href={path} {...props} />;
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
