import { Children, type ReactNode, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

type Props = {
  label: string;
  children: ReactNode;
};

export function Tabs({ label, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // last tabs may lie beyond the edge on a phone
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
