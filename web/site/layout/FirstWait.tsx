import { useMatches } from 'react-router';
import { LandingSkeleton } from '../pages/landing/LandingSkeleton.tsx';
import styles from './FirstWait.module.css';
import { Layout } from './Layout.tsx';

/** The first page while its data is on its way: room for it, so that nothing moves when it comes. */
export function FirstWait() {
  const isLater = useMatches().some(({ handle }) => (handle as { isLater?: boolean } | undefined)?.isLater);
  return <Layout>{isLater ? <PageSkeleton /> : <LandingSkeleton />}</Layout>;
}

function PageSkeleton() {
  return (
    <div className={styles.page} role="status">
      <span className="visually-hidden">Chargement de la page</span>
      <div className={styles.bones} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}
