import type { ReactNode } from 'react';
import styles from './Pagination.module.css';

type Props = {
  /** first page: 1 */
  page: number;
  last: number;
  link: (page: number, text: string) => ReactNode;
};

export function Pagination({ page, last, link }: Props) {
  if (last <= 1 && page === 1) return null;
  return (
    <nav className={styles.pagination} aria-label="Pages">
      {page > 1 ? link(Math.min(page - 1, last), 'Précédente') : <span />}
      <p>
        Page&nbsp;{FRENCH.format(page)} sur&nbsp;{FRENCH.format(last)}
      </p>
      {page < last ? link(page + 1, 'Suivante') : <span />}
    </nav>
  );
}

const FRENCH = new Intl.NumberFormat('fr-FR');
