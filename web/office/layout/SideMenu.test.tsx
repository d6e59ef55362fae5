import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Me } from '#domain/iam/me.ts';
import { agentScopes } from '#domain/iam/presets.ts';
import { aUser } from '#domain/testing/users.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { useWaitingCounts } from '../reservations/waiting.ts';
import { SideMenu } from './SideMenu.tsx';

const AGENT = aUser({ id: 7, company_id: 1, allowed_scope: [...agentScopes] });
const WAITING = { takes_reservations: true, to_accept: 2, to_prepare: 3, to_hand_over: 4 };

function Menu() {
  useWaitingCounts();
  return <SideMenu />;
}

/** Opens the menu, whose count of waiting reservations is answered by `answer`. */
async function open(user: Me, answer: () => Promise<Response>): Promise<string[]> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return url === '/api/reservations/waiting' ? answer() : new Promise(() => undefined);
  });
  useClientState.setState({ user });
  render(
    <MemoryRouter initialEntries={['/fixings']}>
      <Menu />
    </MemoryRouter>,
  );
  await act(async () => undefined);
  return asked;
}

const badges = () =>
  ['Tableau de Bord', 'Commandes', 'Reservations'].map(
    (name) => /\d+/.exec(screen.getByRole('link', { name: new RegExp(`^${name}`) }).textContent ?? '')?.[0],
  );

test('outside the beta the badges are 8 and 0, without any call', async () => {
  expect(await open(AGENT, () => Promise.reject(new Error('nobody asks')))).toEqual([]);
  expect(badges()).toEqual(['8', '0', '0']);
});

test('inside, they are the last known count, and none before there is one', async () => {
  vi.useFakeTimers();
  const inside: Me = { ...AGENT, takes_reservations: true };
  let answer = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
  await open(inside, () => answer());
  expect(badges()).toEqual([undefined, undefined, undefined]);
  answer = async () => Response.json(WAITING);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(badges()).toEqual(['9', '5', '4']);
});

const FIXINGS = ['Taux de change'];
const SITTINGS = ['Administration'];

test.each<[scope: string, entries: string[]]>([
  ['dashbord.list.me', ['Tableau de Bord']],
  ['orders.list.me', ['Commandes']],
  ['reservations.list.me', ['Reservations']],
  ['clients.list.me', ['Clients']],
  ['fixings.list.me', FIXINGS],
  ['fixings.list.all', FIXINGS],
  ['sittings.list.me', SITTINGS],
  ['sittings.list.all', SITTINGS],
  ['identity.photo', []],
])('with %s alone the menu has %j (spec 6)', async (scope, entries) => {
  await open({ ...AGENT, allowed_scope: [scope] }, () => Promise.reject(new Error('nobody asks')));
  const links = within(screen.getByRole('navigation', { name: 'Rubriques' })).queryAllByRole('link');
  expect(links.map(({ textContent }) => /^\D+/.exec(textContent ?? '')?.[0])).toEqual(entries);
});
