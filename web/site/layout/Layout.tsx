import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { LoaderBar } from '#web/shared/feedback/LoaderBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { useArrival } from './use-arrival.ts';

/** What surrounds every page. `children` stand in for the route in the first wait. */
export function Layout({ children }: { children?: ReactNode }) {
  useArrival();
  return (
    <>
      <LoaderBar />
      <Header />
      <main className={styles.main} aria-busy={useLoader()}>
        {children ?? <Outlet />}
      </main>
      <Footer />
      {children ? null : <ScrollRestoration />}
    </>
  );
}
