import type { ReactNode } from 'react';
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
      <div className={styles.bones} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}
