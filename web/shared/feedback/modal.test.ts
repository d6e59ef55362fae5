import { beforeEach, expect, test } from 'vitest';
import { ApiFailure, networkFailure } from '../api/api-failure.ts';
import { useClientState } from './client-state.ts';
import { showFailure, showResult } from './failure.ts';
import { clearModal, showModal } from './modal.ts';
import type { ModalProperties } from './modal-properties.ts';

const information: ModalProperties = { type: 'information', title: 'SUCCES', message: 'Enregistré.' };
const shown = () => useClientState.getState().modals.map(({ id: _, ...modal }) => modal);

beforeEach(() => useClientState.setState({ modals: [] }));

test('modals wait for each other, and clearing shows the next one', () => {
  showModal(information);
  showModal({ ...information, message: 'Encore.' });
  expect(shown()).toMatchObject([{ message: 'Enregistré.' }, { message: 'Encore.' }]);
  clearModal();
  expect(shown()).toMatchObject([{ message: 'Encore.' }]);
  clearModal();
  clearModal();
  expect(shown()).toEqual([]);
});

test('a repeated error is shown once, repeated information each time', () => {
  const failure = new ApiFailure(503, 'Réessayez.', 'database_away');
  showFailure(failure);
  showFailure(failure);
  showFailure(new ApiFailure(500, 'Réessayez.', 'internal_error'));
  showModal(information);
  showModal(information);
  expect(shown().map(({ title }) => title)).toEqual(['ERREUR (503)', 'ERREUR (500)', 'SUCCES', 'SUCCES']);
});

test.each([
  [networkFailure(), "Vous n'êtes pas connecté à internet"],
  [new ApiFailure(0, 'Votre demande n’est pas arrivée.', 'not_received'), 'Votre demande n’est pas arrivée.'],
])('without an answer, the error says what is known', (failure, message) => {
  showFailure(failure);
  const title = 'ERREUR DE CONNEXION';
  expect(shown()).toMatchObject([{ type: 'error', title, message, buttonLabel: 'OK', http_code: 0 }]);
});

test.each([
  [401, ['/login']],
  [403, []],
])('closing the error of a %i leads to %j', (status, expected) => {
  const went: string[] = [];
  showFailure(new ApiFailure(status, 'Non.', 'no'));
  const [modal] = shown();
  // the callback only navigates
  const router = { navigate: (to: string) => went.push(to) } as never;
  modal?.callbackFunc?.(modal.http_code ?? 0, router);
  expect(went).toEqual(expected);
});

test('a result is an error for the handler, or a modal', () => {
  showResult({ error: new ApiFailure(409, 'La devise a changé.', 'fixing_changed') });
  showResult(information);
  expect(shown()).toMatchObject([{ title: 'ERREUR (409)', message: 'La devise a changé.' }, information]);
});

test('a defect is no failed call: it is thrown again', () => {
  expect(() => showFailure(new TypeError('a defect'))).toThrow('a defect');
});
