import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => vi.unstubAllGlobals());

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
