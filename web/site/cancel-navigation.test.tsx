import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHashRouter, Link, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelNavigation, followHistory } from './cancel-navigation.ts';

let failures = 0;
let dispose: () => void;

/** Three pages; the third cannot be loaded, and its loader stays where one is. */
function show() {
  const router = createHashRouter([
    {
      element: (
        <>
          <input aria-label="Montant" />
          <Link to="/blog">Blog</Link>
          <Link to="/perdue">Perdue</Link>
          <Outlet />
        </>
      ),
      children: [
        { path: '/', element: <h1>Accueil</h1> },
        { path: '/blog', element: <h1>Blog ouvert</h1> },
        {
          path: '/perdue',
          element: <h1>Perdue</h1>,
          loader: () => {
            failures += 1;
            cancelNavigation(router);
            return null;
          },
        },
      ],
    },
  ]);
  dispose = () => router.dispose();
  followHistory(router);
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

beforeEach(() => {
  failures = 0;
  location.hash = '#/';
});
// else it would hear of the next test's history
afterEach(() => dispose());

test('a link to a page that fails to load leaves the present page and the typed text', async () => {
  const { router, user } = show();
  await user.click(screen.getByRole('link', { name: 'Blog' }));
  await screen.findByRole('heading', { name: 'Blog ouvert' });
  await user.type(screen.getByLabelText('Montant'), '500');
  const entries = history.length;

  await user.click(screen.getByRole('link', { name: 'Perdue' }));
  await waitFor(() => expect([failures, router.state.navigation.state]).toEqual([1, 'idle']));
  expect(location.hash).toBe('#/blog');
  expect(history.length).toBe(entries);
  expect(screen.getByRole('heading', { name: 'Blog ouvert' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Montant').value).toBe('500');
});

test('the state of a cancelled link is dropped, except the section to show', async () => {
  const { router, user } = show();
  await router.navigate('/blog', { state: { section: 'newsletter', search: 'dollar' } });
  await user.click(screen.getByRole('link', { name: 'Perdue' }));
  await waitFor(() => expect([failures, router.state.navigation.state]).toEqual([1, 'idle']));
  expect(router.state.location.state).toEqual({ search: 'dollar' });
});

test('after a typed address, the history returns to the displayed page', async () => {
  const { router } = show();
  await waitFor(() => expect(router.state.initialized).toBe(true));
  const go = vi.spyOn(history, 'go').mockImplementation(() => undefined);
  // as a browser does: the address changes first, without the router's number on the entry
  history.pushState(null, '', '#/perdue');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  await waitFor(() => expect(failures).toBe(1));
  expect(go).toHaveBeenCalledWith(-1);
});

test('after the forward button, the history goes back by as many entries as were passed', async () => {
  const { router } = show();
  await router.navigate('/blog');
  const { idx } = history.state as { idx: number };
  const go = vi.spyOn(history, 'go').mockImplementation(() => undefined);
  history.pushState({ idx: idx + 3, key: 'later', usr: null }, '', '#/perdue');
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  await waitFor(() => expect(failures).toBe(1));
  expect(go).toHaveBeenCalledWith(-3);
});
