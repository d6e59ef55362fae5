import type { Me } from '#domain/iam/me.ts';
import { holds } from '../sections.ts';

type Tab = { to: string; title: string };

/** The parts of the administration that the user may see, in their order. */
export function listTabs(user: Me | null): Tab[] {
  const tabs: (Tab & { needs: string })[] = [
    { to: '/sittings', title: 'Devises', needs: 'sittings.list.me' },
    { to: companiesAddress(user), title: 'Bureaux', needs: 'sittings.list.all' },
    { to: '/sittings/utilisateurs', title: 'Sans bureau', needs: 'iam.users.list.all' },
    { to: '/sittings/journal', title: 'Journal', needs: 'audit.list.all' },
    { to: '/sittings/flux', title: 'Flux des taux', needs: 'feeds.list.all' },
  ];
  return tabs.filter(({ needs }) => holds(user, needs));
}

/** spec 6: `me` takes precedence when both are held; the bureaux then have an address of their own. */
export function companiesAddress(user: Me | null): string {
  return holds(user, 'sittings.list.me') ? '/sittings/bureaux' : '/sittings';
}
