import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

type Props = { title: string; children: ReactNode; action?: ReactNode };

export function EmptyState({ title, children, action }: Props) {
  return (
    <section className={styles.state}>
      <svg viewBox="0 0 56 36" width="56" height="36" aria-hidden="true">
        <rect className={styles.upper} width="56" height="13" rx="6.5" />
        <rect className={styles.lower} y="23" width="44" height="13" rx="6.5" />
      </svg>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </section>
  );
}

export function EmptyList({ children }: { children: ReactNode }) {
  return <p className={styles.list}>{children}</p>;
}
