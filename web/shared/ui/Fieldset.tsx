import type { ReactNode } from 'react';
import styles from './Fieldset.module.css';

export function Fieldset({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
