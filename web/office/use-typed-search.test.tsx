import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider, useLoaderData } from 'react-router';
import { expect, test, vi } from 'vitest';
import { addressOfList, type ListFilter, readListFilter } from './list-address.ts';
import { useTypedSearch } from './use-typed-search.ts';

function List() {
  const filter = useLoaderData<ListFilter>();
  const { value, onType } = useTypedSearch(filter, addressOfList);
  return (
    <>
      <input aria-label="Recherche" value={value} onChange={(event) => onType(event.currentTarget.value)} />
      <p>
        Trouvé : {filter.q}, page {filter.page}
      </p>
      <Link to="/other">Ailleurs</Link>
    </>
  );
}

/** The list at an address, and the addresses that it was loaded for. `held` holds the page that the link leads to. */
async function show(address: string, held?: Promise<unknown>) {
  const loads: string[] = [];
  const load = ({ request }: { request: Request }) => {
    loads.push(new URL(request.url).search);
    return readListFilter(new URL(request.url));
  };
  const wait = <p>Chargement</p>;
  const router = createMemoryRouter(
    [
      { path: '/', element: <List />, loader: load, hydrateFallbackElement: wait },
      { path: '/other', element: <p>L’autre page</p>, loader: async () => (await held) ?? null },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByLabelText('Recherche');
  return { router, loads };
}

const field = () => screen.getByLabelText<HTMLInputElement>('Recherche');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

/** What is done without a pause, then one that is long enough. */
async function thenPause(done: () => void): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await act(async () => done());
    await act(() => vi.advanceTimersByTimeAsync(1000));
  } finally {
    vi.useRealTimers();
  }
}

test('a typed query is searched once, after a pause, from the first page on', async () => {
  const { router, loads } = await show('/?page=3');
  await thenPause(() => {
    for (const text of ['q', 'qu', 'qua', 'quai', 'quais', 'quais ']) type(text);
  });
  await screen.findByText('Trouvé : quais, page 1');
  expect(loads).toEqual(['?page=3', '?recherche=quais']);
  expect(router.state.historyAction).toBe('REPLACE');
  // the space that one goes on from stays
  expect(field().value).toBe('quais ');
});

test('spaces alone start no search', async () => {
  const { loads } = await show('/?recherche=quais');
  await thenPause(() => type('quais  '));
  expect(loads).toEqual(['?recherche=quais']);
  expect(field().value).toBe('quais  ');
});

test('navigating to an address shows its query in the field', async () => {
  const { router } = await show('/');
  await thenPause(() => type('quais'));
  await screen.findByText('Trouvé : quais, page 1');
  await act(() => router.navigate('/?recherche=port'));
  await waitFor(() => expect(field().value).toBe('port'));
});

test('a typed query does not call back a user on the way to another page', async () => {
  let arrive: (data: null) => void = () => undefined;
  const { router, loads } = await show('/', new Promise((keep) => (arrive = keep)));
  await thenPause(() => {
    type('quais');
    fireEvent.click(screen.getByText('Ailleurs'));
  });
  expect(router.state.navigation.location?.pathname).toBe('/other');
  await act(async () => arrive(null));
  await screen.findByText('L’autre page');
  expect(loads).toEqual(['']);
});

test('a typed query is dropped also before the navigation is rendered', async () => {
  const { router, loads } = await show('/', new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await act(async () => type('quais'));
    await act(async () => {
      fireEvent.click(screen.getByText('Ailleurs'));
      vi.advanceTimersByTime(1000);
    });
  } finally {
    vi.useRealTimers();
  }
  expect(router.state.navigation.location?.pathname).toBe('/other');
  expect(loads).toEqual(['']);
});
