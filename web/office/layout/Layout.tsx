import { type ReactNode, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useClientState, useLoader } from '#web/shared/feedback/client-state.ts';
import { LoaderBar } from '#web/shared/feedback/LoaderBar.tsx';
import { usePageTitle } from '../page.tsx';
import { useWaitingCounts } from '../reservations/waiting.ts';
import { findSection, maySee } from '../sections.ts';
import { FactorReminder } from './FactorReminder.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { NoAccess } from './NoPage.tsx';
import { SideMenu } from './SideMenu.tsx';
import { useActivePage } from './use-active-page.ts';

export function Layout({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  const section = findSection(pathname);
  const user = useClientState((state) => state.user);
  const content = useRef<HTMLDivElement>(null);
  const lastPath = useRef(pathname);
  const title = usePageTitle() ?? section.title;
  useActivePage(children ? null : title);
  useWaitingCounts();
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // a screen reader continues at the new page's title, unless one types at once
    const first = content.current?.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? content.current?.querySelector('h1'))?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <LoaderBar />
      <div className={styles.frame}>
        <SideMenu />
        <div ref={content} className={styles.content}>
          <Header title={title} />
          <Main>
            <FactorReminder />
            {children ?? (user === null || maySee(user, section) ? <Outlet /> : <NoAccess />)}
          </Main>
        </div>
      </div>
      {children ? null : <ScrollRestoration getKey={({ pathname: path }) => path} />}
    </>
  );
}

/** Separate component, so that the loader's changes render nothing else. */
function Main({ children }: { children: ReactNode }) {
  return (
    <main id="contenu" className={styles.main} aria-busy={useLoader()}>
      {children}
    </main>
  );
}
