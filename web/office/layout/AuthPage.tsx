import type { ReactNode } from 'react';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { LoaderBar } from '#web/shared/feedback/LoaderBar.tsx';
import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './AuthPage.module.css';
import { useActivePage } from './use-active-page.ts';

type Props = {
  title: string;
  introduction: string;
  foot?: ReactNode;
  children: ReactNode;
};

export function AuthPage({ title, introduction, foot, children }: Props) {
  useActivePage(title);
  return (
    <>
      <LoaderBar />
      <div className={styles.page}>
        <svg className={styles.sign} viewBox="0 0 280 180" aria-hidden="true">
          <rect className={styles.upper} width="280" height="65" rx="32.5" />
          <rect className={styles.lower} y="115" width="220" height="65" rx="32.5" />
        </svg>
        <main id="contenu" className={styles.card} aria-busy={useLoader()}>
          <Brand />
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.introduction}>{introduction}</p>
          {children}
          {foot ? <p className={styles.foot}>{foot}</p> : null}
        </main>
      </div>
    </>
  );
}
