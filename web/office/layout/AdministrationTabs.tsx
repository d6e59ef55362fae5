import { NavLink } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Tabs } from '#web/shared/ui/Tabs.tsx';
import { addresses, companiesFor } from '../addresses.ts';
import { hasScope } from '../sections.ts';

export function AdministrationTabs() {
  const user = useClientState((state) => state.user);
  const tabs = [
    { to: addresses.administration, title: 'Devises', needs: 'sittings.list.me' },
    { to: companiesFor(user), title: 'Bureaux', needs: 'sittings.list.all' },
    { to: addresses.otherUsers, title: 'Sans bureau', needs: 'iam.users.list.all' },
    { to: addresses.journal, title: 'Journal', needs: 'audit.list.all' },
    { to: addresses.security, title: 'Sécurité', needs: 'iam.sessions.list.all' },
    { to: addresses.ratesFeed, title: 'Flux des taux', needs: 'feeds.list.all' },
  ].filter(({ needs }) => hasScope(user, needs));
  if (tabs.length < 2) return null;
  return (
    <Tabs label="Administration">
      {tabs.map(({ to, title }) => (
        <NavLink key={to} to={to} end>
          {title}
        </NavLink>
      ))}
    </Tabs>
  );
}
