import type { ReactNode } from 'react';
import styles from './TermsPage.module.css';

/** Fields that belong together, under a title of their own. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
