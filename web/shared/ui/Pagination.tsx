import type { ReactNode } from 'react';
import styles from './Pagination.module.css';

type Props = {
  /** from 1 */
  page: number;
  last: number;
  /** the link that leads to a page */
  link: (page: number, text: string) => ReactNode;
};

/** Leads from page to page of a long list; nothing where there is but one. */
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
