import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import styles from './Tabs.module.css';
import { listTabs } from './tabs.ts';

/** The parts of the administration, where there is more than one to see. */
export function Tabs() {
  const tabs = listTabs(useClientState(({ user }) => user));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // on a phone the last ones may lie beyond the edge
    list.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  if (tabs.length < 2) return null;
  return (
    <nav className={styles.tabs} aria-label="Administration">
      <ul ref={list} className={styles.list}>
        {tabs.map(({ to, title }) => (
          <li key={to}>
            <NavLink className={styles.tab ?? ''} to={to} end>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
