import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider, replace, useLoaderData } from 'react-router';
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

type Held = { other?: Promise<unknown>; search?: (q: string) => unknown };

/** The list at an address, and the addresses that it was loaded for. Its searches wait, and the link's page. */
async function show(address: string, { other, search }: Held = {}) {
  const loads: string[] = [];
  const load = async ({ request }: { request: Request }) => {
    const filter = readListFilter(new URL(request.url));
    loads.push(new URL(request.url).search);
    if (loads.length > 1) await search?.(filter.q);
    return filter;
  };
  const wait = <p>Chargement</p>;
  const router = createMemoryRouter(
    [
      { path: '/', element: <List />, loader: load, hydrateFallbackElement: wait },
      { path: '/other', element: <p>L’autre page</p>, loader: async () => (await other) ?? null },
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
  const { router, loads } = await show('/', { other: new Promise((keep) => (arrive = keep)) });
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
  const { router, loads } = await show('/', { other: new Promise(() => undefined) });
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

test('text erased while its search loads stays erased', async () => {
  let arrive: (data: null) => void = () => undefined;
  const { router } = await show('/', { search: (q) => q && new Promise((keep) => (arrive = keep)) });
  await thenPause(() => type('quais'));
  expect(router.state.navigation.location?.search).toBe('?recherche=quais');
  await thenPause(() => type(''));
  await act(async () => arrive(null));
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  expect(screen.getByText('Trouvé : , page 1')).toBeDefined();
  expect(field().value).toBe('');
});

test('text whose search fails stays in its field', async () => {
  const { router } = await show('/?recherche=port', {
    search: (q) => q === 'quais' && Promise.reject(replace('/?recherche=port')),
  });
  await thenPause(() => type('quais'));
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  expect(router.state.location.search).toBe('?recherche=port');
  expect(field().value).toBe('quais');
});

test('text is searched also where another filter is chosen before its list came', async () => {
  const { router } = await show('/', { search: (q) => q && new Promise(() => undefined) });
  await thenPause(() => type('quais'));
  await act(() => router.navigate('/?page=2'));
  await screen.findByText('Trouvé : , page 2');
  expect(field().value).toBe('quais');
  await waitFor(() => expect(router.state.navigation.location?.search).toBe('?recherche=quais'));
});

test('text longer than an address keeps is cut once, and searched once', async () => {
  const { loads } = await show('/');
  await thenPause(() => type(`${'é'.repeat(99)}💶 quais`));
  await screen.findByText(`Trouvé : ${'é'.repeat(99)}, page 1`);
  await thenPause(() => undefined);
  expect(loads).toHaveLength(2);
  expect(field().value).toBe('é'.repeat(99));
});
