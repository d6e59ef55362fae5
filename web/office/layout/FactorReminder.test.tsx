import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Factors } from '#domain/factors/second-factor.ts';
import { administratorScopes } from '#domain/iam/presets.ts';
import { aUser } from '#domain/testing/users.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { FactorReminder } from './FactorReminder.tsx';

const NONE: Factors = { is_required: true, may_wait: true, passkeys: [], totp: null, recovery_codes: 0 };
const ONE: Factors = {
  ...NONE,
  totp: { created_at: '2026-06-10T08:00:00.000Z', last_used_at: null },
  recovery_codes: 10,
};

const reminder = () => screen.queryByText(/Protégez ce compte/);

test('the reminder disappears with a factor and returns with its removal, without a reload', async () => {
  let factors = NONE;
  vi.stubGlobal('fetch', async () => Response.json(factors));
  useClientState.setState({ user: aUser({ id: 7, allowed_scope: [...administratorScopes] }) });
  const router = createMemoryRouter(
    [
      {
        path: '/',
        element: (
          <>
            <FactorReminder />
            <Outlet />
          </>
        ),
        children: [
          { path: 'fixings', element: <p>Taux</p> },
          { path: 'securite', element: <p>Sécurité</p> },
        ],
      },
    ],
    { initialEntries: ['/fixings'] },
  );
  render(<RouterProvider router={router} />);
  await vi.waitFor(() => expect(reminder()).not.toBeNull());

  await act(() => router.navigate('/securite'));
  expect(reminder()).toBeNull();
  factors = ONE;
  await act(() => router.navigate('/fixings'));
  await screen.findByText('Taux');
  expect(reminder()).toBeNull();

  await act(() => router.navigate('/securite'));
  factors = NONE;
  await act(() => router.navigate('/fixings'));
  await vi.waitFor(() => expect(reminder()).not.toBeNull());
});

test('the reminder leads to the page of factors, and is put off for one account of the browser', async () => {
  vi.stubGlobal('fetch', async () => Response.json(NONE));
  const show = async (id: number) => {
    useClientState.setState({ user: aUser({ id, allowed_scope: [...administratorScopes] }) });
    const { unmount } = render(
      <MemoryRouter>
        <FactorReminder />
      </MemoryRouter>,
    );
    await act(async () => undefined);
    return unmount;
  };
  const reload = await show(7);
  await vi.waitFor(() => expect(reminder()).not.toBeNull());
  expect(screen.getByRole('link', { name: 'La mettre en place' }).getAttribute('href')).toBe('/securite');
  await act(async () => screen.getByRole('button', { name: 'Plus tard' }).click());
  expect(reminder()).toBeNull();
  reload();
  const leave = await show(7);
  expect(reminder()).toBeNull();
  leave();
  await show(8);
  await vi.waitFor(() => expect(reminder()).not.toBeNull());
});
