import { listPath } from '#domain/pages/address.ts';
import styles from './Part.module.css';

type Props = { section: '/bureaux' | '/change'; page: number; pages: number };

// Links to every page of a long list, so that none is far.
export function PageLinks({ section, page, pages }: Props) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages de la liste">
      <ul className={styles.links}>
        {Array.from({ length: pages }, (_, i) => i + 1).map((each) => (
          <li key={each}>
            <a href={listPath(section, each)} aria-current={each === page ? 'page' : undefined}>
              {`Page ${each}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
