import type { ReactNode } from 'react';
import type { Params, RouteObject } from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { guarded } from './guard.ts';
import { Allowed } from './layout/Allowed.tsx';
import type { PageHandle } from './layout/use-page-title.ts';
import { loadCompanies } from './load-sittings.ts';
import { AddCompany } from './pages/companies/AddCompany.tsx';
import { CompanyPage } from './pages/companies/CompanyPage.tsx';
import { type CompanyData, loadCompany } from './pages/companies/load-company.ts';
import { Journal } from './pages/journal/Journal.tsx';
import { loadJournal } from './pages/journal/load-journal.ts';
import { loadFeed } from './pages/rates-feed/load-rates-feed.ts';
import { Feed } from './pages/rates-feed/RatesFeed.tsx';
import { InviteUser } from './pages/users/InviteUser.tsx';
import { loadOtherUsers } from './pages/users/load-other-users.ts';
import { loadNewUser, loadUser, type UserData } from './pages/users/load-user.ts';
import { OtherUsers } from './pages/users/OtherUsers.tsx';
import { UserPage } from './pages/users/UserPage.tsx';
import { Sittings } from './Sittings.tsx';
import { holds } from './sections.ts';

type Page<T> = {
  path: string;
  title: string | ((data: T) => string);
  /** all of them, to see it */
  needs: readonly string[];
  load: (user: Me, request: Request, params: Params) => Promise<T>;
  element: ReactNode;
};

/** What is administered, each part at an address of its own. */
export const administrationPages: RouteObject[] = [
  { path: '/sittings/bureaux', element: <Sittings />, loader: guarded(loadCompanies) },
  page({
    path: 'bureaux/nouveau',
    title: 'Ajouter un bureau',
    needs: ['companies.edit.all'],
    load: async () => ({}),
    element: <AddCompany />,
  }),
  page<CompanyData>({
    path: 'bureaux/:id',
    title: ({ company }) => company?.name ?? 'Bureau inconnu',
    needs: ['sittings.list.all'],
    load: loadCompany,
    element: <CompanyPage />,
  }),
  page({
    path: 'utilisateurs',
    title: 'Utilisateurs sans bureau',
    needs: ['iam.users.list.all'],
    load: loadOtherUsers,
    element: <OtherUsers />,
  }),
  page({
    path: 'utilisateurs/nouveau',
    title: 'Inviter un utilisateur',
    needs: ['iam.users.edit.all'],
    load: loadNewUser,
    element: <InviteUser />,
  }),
  page<UserData>({
    path: 'utilisateurs/:id',
    title: ({ user }) => (user ? `${user.name} ${user.surname}`.trim() : 'Utilisateur inconnu'),
    needs: ['iam.users.edit.all'],
    load: loadUser,
    element: <UserPage />,
  }),
  page({
    path: 'journal',
    title: 'Journal',
    needs: ['audit.list.all'],
    load: loadJournal,
    element: <Journal />,
  }),
  page({
    path: 'flux',
    title: 'Flux des taux',
    needs: ['feeds.list.all'],
    load: loadFeed,
    element: <Feed />,
  }),
];

function page<T>({ path, title, needs, load, element }: Page<T>): RouteObject {
  const handle: PageHandle = {
    title: (data) => {
      if (typeof title === 'string') return title;
      // what its own loader gave; null when the page is not this user's to see
      return data ? title(data as T) : undefined;
    },
  };
  return {
    path: `/sittings/${path}`,
    element: <Allowed>{element}</Allowed>,
    loader: guarded(async (user, request, params) =>
      needs.every((scope) => holds(user, scope)) ? load(user, request, params) : null,
    ),
    handle,
  };
}
