import type { ReactNode } from 'react';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
// with the application: these styles are there at the first paint
import styles from '../layout/Layout.module.css';

/** A page before it is whole: as high as the window, so that the footer does not move when the rest comes. */
export function Tall({ children }: { children: ReactNode }) {
  return <div className={styles.tall}>{children}</div>;
}

/** Any page while its data is on its way. */
export function PageWait() {
  return (
    <div className={styles.wait} role="status">
      <span className="visually-hidden">Chargement de la page</span>
      <Skeleton lines={3} />
    </div>
  );
}
