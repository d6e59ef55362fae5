import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router';
import * as Type from 'typebox';
import { expect, test, vi } from 'vitest';
import { draftOf } from '#domain/validation/draft.ts';
import { filled } from '#domain/validation/texts.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Form } from './Form.tsx';
import { explainByCode, useForm } from './use-form.ts';

const Values = Type.Object({ name: Type.String({ maxLength: 10 }), city: Type.String() });
type Values = Type.Static<typeof Values>;
const draft = draftOf(Values, { name: filled('Donnez un nom.'), city: filled('Donnez une ville.') });
const STORED: Values = { name: 'Awa', city: 'Lyon' };

type Shown = {
  stored?: Values;
  send?: (values: Values) => Promise<{ values: Values }>;
  onSaved?: (values: Values) => unknown;
  isShort?: boolean;
};

function Page({ stored = STORED, send = async (values) => ({ values }), onSaved, isShort }: Shown) {
  const form = useForm({
    stored,
    draft,
    send,
    explain: explainByCode<Values>({ name_taken: 'name' }),
    ...(onSaved && { onSaved }),
    ...(isShort && { clearsAllErrors: isShort }),
  });
  return (
    <Form form={form} action="Enregistrer" backTo="/list">
      <TextField label="Nom" {...form.text('name')} />
      <TextField label="Ville" {...form.text('city')} />
    </Form>
  );
}

/** The page at an address of its own, beside the list that it leads back to. */
function show(shown: Shown = {}) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Page {...shown} /> },
      { path: '/list', element: <p>La liste</p> },
    ],
    { initialEntries: ['/list', '/'] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), router };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const description = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent;
const save = () => screen.getByRole('button', { name: 'Enregistrer' });
const modals = () => useClientState.getState().modals.map(({ title }) => title);
/** A promise, and what keeps it. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}
const refuse = (status: number, message: string, code: string) => async () => {
  throw new ApiFailure(status, message, code);
};

test('errors show by field before sending, and the first field gets the focus', async () => {
  const send = vi.fn();
  const { user } = show({ send });
  await user.clear(field('Ville'));
  await user.clear(field('Nom'));
  await user.click(save());
  await waitFor(() => expect(description('Nom')).toBe('Donnez un nom.'));
  expect(description('Ville')).toBe('Donnez une ville.');
  await waitFor(() => expect(document.activeElement).toBe(field('Nom')));
  expect(send).not.toHaveBeenCalled();

  // said until one types there
  await user.type(field('Nom'), 'B');
  expect(description('Nom')).toBeUndefined();
  expect(description('Ville')).toBe('Donnez une ville.');
});

test('typing in any field clears every error of a form that asks for it', async () => {
  const { user } = show({ isShort: true });
  await user.clear(field('Ville'));
  await user.clear(field('Nom'));
  await user.click(save());
  await waitFor(() => expect(description('Ville')).toBe('Donnez une ville.'));
  await user.type(field('Nom'), 'B');
  expect(description('Ville')).toBeUndefined();
});

test('a field is limited to the schema’s length', () => {
  show();
  expect(field('Nom').maxLength).toBe(10);
  expect(field('Ville').hasAttribute('maxlength')).toBe(false);
});

test('a refusal shows beside the field of its code and keeps the typed text', async () => {
  const { user } = show({ send: refuse(409, 'Ce nom est pris.', 'name_taken') });
  await user.type(field('Nom'), ' B');
  await user.type(field('Ville'), '{Enter}');
  await waitFor(() => expect(description('Nom')).toBe('Ce nom est pris.'));
  await waitFor(() => expect(document.activeElement).toBe(field('Nom')));
  expect(field('Nom').value).toBe('Awa B');
});

test('a refusal without a field shows for the whole form until the user types', async () => {
  const { user } = show({ send: refuse(503, 'Le service est absent.', 'database_away') });
  await user.click(save());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Le service est absent.'));
  await user.type(field('Ville'), 's');
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('an expired session leads to the login by the modal, over the typed text', async () => {
  const { user } = show({ send: refuse(401, 'Votre session est terminée.', 'no_session') });
  await user.type(field('Nom'), ' B');
  await user.click(save());
  await waitFor(() => expect(modals()).toEqual(['ERREUR (401)']));
  expect(field('Nom').value).toBe('Awa B');
});

test('a form waiting for its answer is not sent again', async () => {
  const answer = later<{ values: Values }>();
  const send = vi.fn(() => answer.promise);
  const { user } = show({ send });
  await user.click(save());
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
  await user.click(save());
  await act(async () => answer.resolve({ values: STORED }));
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('false'));
  expect(send).toHaveBeenCalledTimes(1);
});

test('normalised values show, and text typed meanwhile stays unsaved', async () => {
  const answer = later<{ values: Values }>();
  const { user, router } = show({ send: () => answer.promise });
  await user.type(field('Nom'), 's');
  await user.click(save());
  await user.type(field('Ville'), ' 3');
  await act(async () => answer.resolve({ values: { name: 'Awas !', city: 'Lyon' } }));
  await waitFor(() => expect(field('Nom').value).toBe('Awas !'));
  expect(field('Ville').value).toBe('Lyon 3');
  await act(() => router.navigate('/list'));
  expect(modals()).toEqual(['Quitter sans enregistrer ?']);
});

test('reloaded values show in untouched fields', async () => {
  const load = vi.fn(() => STORED);
  const Loaded = () => <Page stored={useLoaderData()} />;
  const route = { path: '/', element: <Loaded />, loader: load, hydrateFallbackElement: <p>Chargement</p> };
  const router = createMemoryRouter([route]);
  render(<RouterProvider router={router} />);
  await waitFor(() => field('Nom'));
  await userEvent.type(field('Ville'), ' 3');
  load.mockReturnValue({ name: 'Bilal', city: 'Nice' });
  await act(() => router.revalidate());
  await waitFor(() => expect(field('Nom').value).toBe('Bilal'));
  expect(field('Ville').value).toBe('Lyon 3');
});

test('leaving asks only while something would be lost', async () => {
  const { user, router } = show();
  await user.type(field('Nom'), 's');
  await user.type(field('Nom'), '{Backspace}');
  await act(() => router.navigate('/list'));
  expect(screen.getByText('La liste')).toBeTruthy();

  await act(() => router.navigate('/'));
  await user.type(field('Nom'), 's{Escape}');
  expect(modals()).toEqual(['Quitter sans enregistrer ?']);
  expect(field('Nom').value).toBe('Awas');
});

test('a saved form may navigate away without a question', async () => {
  const shown: { router?: ReturnType<typeof show>['router'] } = {};
  const onSaved = vi.fn((_: Values) => shown.router?.navigate('/list'));
  const { user, router } = show({ onSaved });
  shown.router = router;
  await user.type(field('Nom'), 's');
  await user.click(save());
  await waitFor(() => expect(screen.getByText('La liste')).toBeTruthy());
  expect(onSaved).toHaveBeenCalledWith({ name: 'Awas', city: 'Lyon' });
  expect(modals()).toEqual([]);
});
