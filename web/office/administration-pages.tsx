import type { ReactNode } from 'react';
import type { Params, RouteObject } from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { guarded } from './guard.ts';
import type { PageHandle } from './layout/use-page-title.ts';
import { Allowed } from './pages/sittings/Allowed.tsx';
import { AddCompany } from './pages/sittings/company/AddCompany.tsx';
import { CompanyPage } from './pages/sittings/company/CompanyPage.tsx';
import { type CompanyData, loadCompany } from './pages/sittings/company/load-company.ts';
import { Feed } from './pages/sittings/feed/Feed.tsx';
import { loadFeed } from './pages/sittings/feed/load-feed.ts';
import { Journal } from './pages/sittings/journal/Journal.tsx';
import { loadJournal } from './pages/sittings/journal/load-journal.ts';
import { loadCompanies } from './pages/sittings/load-sittings.ts';
import { Sittings } from './pages/sittings/Sittings.tsx';
import { InviteUser } from './pages/sittings/user/InviteUser.tsx';
import { loadOtherUsers } from './pages/sittings/user/load-other-users.ts';
import { loadNewUser, loadUser, type UserData } from './pages/sittings/user/load-user.ts';
import { OtherUsers } from './pages/sittings/user/OtherUsers.tsx';
import { UserPage } from './pages/sittings/user/UserPage.tsx';
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
