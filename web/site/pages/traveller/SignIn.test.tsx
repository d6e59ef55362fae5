import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import '#web/shared/api/write.ts';
import { descriptionOf } from '#web/testing/description.ts';
import { SignIn } from './SignIn.tsx';

let sent: { url: string; body: unknown }[];
let answers: [status: number, body: unknown][];

beforeEach(() => {
  [sent, answers] = [[], []];
  vi.spyOn(window, 'fetch').mockImplementation(async (url, { body } = {}) => {
    sent.push({ url: String(url), body: JSON.parse(String(body)) });
    const [status, answer] = answers.shift() ?? [200, {}];
    return new Response(JSON.stringify(answer), { status });
  });
});

function Shown({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  return <SignIn email={email} onEmail={setEmail} onSignedIn={onSignedIn} />;
}

function show() {
  const onSignedIn = vi.fn();
  render(<Shown onSignedIn={onSignedIn} />);
  return onSignedIn;
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const mail = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Votre adresse e-mail' });
const digits = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code à six chiffres' });
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

async function askCode(): Promise<void> {
  type(mail(), 'zoe@exemple.fr');
  await press('Recevoir un code');
}

test('an address that is none is said at its field, which has the focus, and nothing is sent', async () => {
  show();
  expect(mail().required).toBe(true);
  type(mail(), 'zoe@');
  await press('Recevoir un code');
  expect(descriptionOf(mail())).toContain('L’adresse e-mail n’est pas valide.');
  expect(document.activeElement).toBe(mail());
  expect(sent).toEqual([]);
});

test('without a network nothing that was typed is lost', async () => {
  show();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await askCode();
  expect(sent).toEqual([]);
  expect(screen.getByRole('alert').textContent).toContain('Votre saisie est gardée.');
  expect(mail().value).toBe('zoe@exemple.fr');
});

test('digits that are not six are said at their field before one of the guesses is spent', async () => {
  show();
  await askCode();
  expect(document.activeElement).toBe(digits());
  type(digits(), '12345');
  await press('Valider le code');
  expect(descriptionOf(digits())).toContain('Le code compte six chiffres.');
  expect(document.activeElement).toBe(digits());
  expect(sent).toHaveLength(1);
});

test('a refused code is said at its field; another is asked for, and the right one signs in', async () => {
  const onSignedIn = show();
  await askCode();
  type(digits(), '111111');
  const message = 'Ce code n’est pas le bon, ou il ne sert plus\u00a0: demandez-en un autre.';
  answers.push([401, { code: 'wrong_code', message }]);
  await press('Valider le code');
  expect(descriptionOf(digits())).toContain(message);
  expect(document.activeElement).toBe(digits());
  expect(onSignedIn).not.toHaveBeenCalled();
  await press('Envoyer un autre code');
  expect(
    screen.getAllByRole('status').some((one) => one.textContent?.includes('Nous avons envoyé un autre code')),
  ).toBe(true);
  expect(document.activeElement).toBe(digits());
  expect(digits().value).toBe('');
  type(digits(), '123 456');
  answers.push([200, { email: 'zoe@exemple.fr' }]);
  await press('Valider le code');
  expect(sent.at(-1)?.body).toEqual({ email: 'zoe@exemple.fr', code: '123 456' });
  expect(onSignedIn).toHaveBeenCalledExactlyOnceWith({ email: 'zoe@exemple.fr' });
});

test('« Changer d’adresse » leads back to the field of the address', async () => {
  show();
  await askCode();
  await press('Changer d’adresse');
  expect(document.activeElement).toBe(mail());
});
