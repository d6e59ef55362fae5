import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import styles from './Filters.module.css';

export function Filters({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}

export function FilterChip({ label, to }: { label: string; to: To }) {
  return (
    <Link className={styles.chip} to={to} aria-label={`${label}, retirer ce filtre`}>
      {label} <span aria-hidden="true">×</span>
    </Link>
  );
}
