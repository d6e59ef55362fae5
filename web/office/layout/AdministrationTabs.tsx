import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { addresses, companiesFor } from '../addresses.ts';
import { holds } from '../sections.ts';
import styles from './AdministrationTabs.module.css';

/** The parts of the administration that the user may see, where there is more than one. */
export function AdministrationTabs() {
  const user = useClientState((state) => state.user);
  const tabs = [
    { to: addresses.administration, title: 'Devises', needs: 'sittings.list.me' },
    { to: companiesFor(user), title: 'Bureaux', needs: 'sittings.list.all' },
    { to: addresses.otherUsers, title: 'Sans bureau', needs: 'iam.users.list.all' },
    { to: addresses.journal, title: 'Journal', needs: 'audit.list.all' },
    { to: addresses.ratesFeed, title: 'Flux des taux', needs: 'feeds.list.all' },
  ].filter(({ needs }) => holds(user, needs));
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
