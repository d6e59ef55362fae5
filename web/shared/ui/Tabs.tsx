import { Children, type ReactNode, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

type Props = {
  label: string;
  /** links, one a tab; the one that leads here says so by `aria-current` */
  children: ReactNode;
};

/** The parts of a page that has each at an address of its own. */
export function Tabs({ label, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // on a phone the last ones may lie beyond the edge
    list.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul ref={list} className={styles.list}>
        {Children.map(children, (tab) => (
          <li className={styles.tab}>{tab}</li>
        ))}
      </ul>
    </nav>
  );
}
