import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';

async function show(address: string) {
  document.title = 'Parité, le juste taux';
  // the title of the landing page is read once, as the script starts
  vi.resetModules();
  const { useArrival } = await import('./use-arrival.ts');
  function Layout() {
    useArrival();
    return (
      <main>
        <Outlet />
      </main>
    );
  }
  const landing = (
    <>
      <h1>Comparez</h1>
      <section id="newsletter">La lettre</section>
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: <Layout />,
        hydrateFallbackElement: <p>Chargement</p>,
        children: [
          { path: '/', element: landing },
          { path: '/blog', element: <h1>Le blog</h1>, loader: () => ({ title: 'Le blog' }) },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading');
  return router;
}

const heading = (name: string) => screen.getByRole('heading', { name });

test('the first page takes no focus, and sets its title', async () => {
  await show('/blog');
  await vi.waitFor(() => expect(document.title).toBe('Le blog · Parité'));
  expect(document.activeElement).toBe(document.body);
});

test('another page gets the focus on its heading; the landing page has the document’s title', async () => {
  const router = await show('/');
  await act(() => router.navigate('/blog'));
  expect(document.activeElement).toBe(heading('Le blog'));
  expect(document.title).toBe('Le blog · Parité');
  await act(() => router.navigate('/'));
  expect(document.activeElement).toBe(heading('Comparez'));
  expect(document.title).toBe('Parité, le juste taux');
});

test('another address of the same page leaves the focus where it is', async () => {
  const router = await show('/');
  await act(() => router.navigate('/?offre=500&de=EUR&vers=USD'));
  expect(document.activeElement).toBe(document.body);
});

test('a linked section is shown and focused, on the same page too', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  const router = await show('/');
  const part = screen.getByText('La lettre');
  await act(() => router.navigate('/', { state: { section: 'newsletter' } }));
  expect(shown.mock.contexts).toEqual([part]);
  expect(document.activeElement).toBe(part);
});

test('an unknown section leads to the page’s heading', async () => {
  const router = await show('/');
  await act(() => router.navigate('/blog', { state: { section: 'newsletter' } }));
  expect(document.activeElement).toBe(heading('Le blog'));
});

test('going back restores the scroll without showing the section again', async () => {
  const router = await show('/');
  await act(() => router.navigate('/', { state: { section: 'newsletter' } }));
  await act(() => router.navigate('/blog'));
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await act(() => router.navigate(-1));
  expect(shown).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(heading('Comparez'));
});
