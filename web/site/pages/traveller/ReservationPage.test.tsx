import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { aReservation, aReservationBranch } from '#domain/testing/reservations.ts';
import '#web/shared/api/write.ts';
import { ReservationPage } from './ReservationPage.tsx';

const ACCEPTED = aReservation({ branch: aReservationBranch({ phone: '+33 (0)1.23.45.67.89' }) });
const READY = { ...ACCEPTED, state: 'ready', updated_at: '2026-11-20T12:00:00.000Z' };
const ENDED_AT = '2026-11-20T12:05:00.000Z';
const CANCELLED = { ...ACCEPTED, state: 'cancelled', updated_at: ENDED_AT, ended_at: ENDED_AT };

type PriceRequest = { method: string | undefined; answer: (status: number, body: unknown) => Promise<void> };
let asked: PriceRequest[];

beforeEach(() => {
  asked = [];
  vi.spyOn(window, 'fetch').mockImplementation(
    (_, { method }: RequestInit = {}) =>
      new Promise((resolve) => {
        asked.push({
          method,
          answer: (status, body) => act(async () => resolve(new Response(JSON.stringify(body), { status }))),
        });
      }),
  );
});

function show(reservation = ACCEPTED) {
  render(
    <MemoryRouter>
      <ReservationPage data={{ reservation }} />
    </MemoryRouter>,
  );
}

/** As one who comes back to the page: news are asked for. */
async function comeBack(): Promise<PriceRequest | undefined> {
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  return asked.at(-1);
}

async function cancel(): Promise<PriceRequest | undefined> {
  const name = 'Annuler la réservation';
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  const dialog = within(await screen.findByRole('dialog'));
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name })));
  await vi.waitFor(() => expect(asked.at(-1)?.method).toBe('POST'));
  return asked.at(-1);
}

const told = () => screen.getByRole('status', { hidden: true }).textContent;

test('the company’s telephone link has a number that can be dialled', () => {
  show();
  const link = screen.getByRole('link', { name: /appeler Quais$/ });
  expect(link.getAttribute('href')).toBe('tel:+33123456789');
});

test('a refresh from before the cancellation does not restore the reservation', async () => {
  show();
  const news = await comeBack();
  const cancelling = await cancel();
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST']);
  await cancelling?.answer(200, CANCELLED);
  expect(told()).toMatch(/^Annulée /);
  await news?.answer(200, ACCEPTED);
  expect(told()).toMatch(/^Annulée /);
  expect(screen.queryByText('ABCDEF')).toBeNull();
});

test('the page says who moved and cancelled it, when, and which hour it was', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const moved = { at, kind: 'moved', actor: 'bureau', reason: null, pickup_was: '2026-11-21T08:30:00.000Z' };
  const cancelled = { at: ENDED_AT, kind: 'cancelled', actor: 'traveller', reason: null, pickup_was: null };
  show();
  const news = await comeBack();
  await news?.answer(200, { ...CANCELLED, events: [moved, cancelled] });
  const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
  expect(plain(told())).toBe('Annulée par vous, vendredi 20 novembre à 13 h 05. Vous ne devez rien.');
  expect(plain(screen.getByText(/^Changée/).textContent)).toBe(
    'Changée par le bureau, vendredi 20 novembre à 10 h.',
  );
  expect(plain(screen.getByRole('deletion').textContent)).toBe('samedi 21 novembre à 9 h 30');
});

test.each([
  ['cancelled', 'traveller', null, 'Annulée par vous, vendredi 20 novembre à 13 h 05. Vous ne devez rien.'],
  [
    'declined',
    'bureau',
    'rate',
    'Refusée par le bureau, vendredi 20 novembre à 13 h 05. Sa raison : ce taux n’est plus possible pour lui. Vous ne devez rien.',
  ],
  ['lapsed', 'clock', null, 'Restée sans réponse vendredi 20 novembre à 13 h 05. Vous ne devez rien.'],
  ['collected', 'bureau', null, 'Remise vendredi 20 novembre à 13 h 05.'],
] as const)('a reservation that is %s says so once', (state, actor, reason, words) => {
  const event = { at: ENDED_AT, kind: state, actor, reason, pickup_was: null, branch_was: null };
  show({ ...CANCELLED, state, events: [event] });
  expect(plainText(told())).toBe(words);
  const isOver = state !== 'collected';
  const rows = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(rows.includes('Échange prévu')).toBe(isOver);
  expect(rows.some((row) => /^(Vous (donnez|recevez)|Frais|Coût)/.test(row ?? ''))).toBe(!isOver);
  const [first = ''] = words.split(' ');
  expect(document.body.textContent?.match(new RegExp(first, 'gi'))).toHaveLength(1);
});

test.each([
  ['returned', 'Le bureau a annulé la remise de vos billets : vous avez rendu vos billets.'],
  ['client', 'Le bureau a annulé la remise de vos billets : elle avait été notée par erreur.'],
  ['other', 'Le bureau a annulé la remise de vos billets.'],
])('an undone hand-over is told as such, with its reason: %s', (reason, words) => {
  const event = { actor: 'bureau', pickup_was: null, branch_was: null };
  const ready = { ...event, at: ENDED_AT, kind: 'ready', reason: null };
  const collected = { ...event, at: ENDED_AT, kind: 'collected', reason: null };
  const undone = { ...event, at: '2026-11-20T12:10:00.000Z', kind: 'ready', reason };
  show({ ...READY, events: [ready, collected, undone] });
  expect(plainText(told())).toBe(`${words} Votre réservation vous attend de nouveau, au même taux.`);
  expect(plainText(screen.getByText(/^Remise annulée/).textContent)).toBe(
    'Remise annulée par le bureau, vendredi 20 novembre à 13 h 10.',
  );
});

test('of overlapping refreshes, the last request counts', async () => {
  show();
  const news = await comeBack();
  const later = await comeBack();
  await later?.answer(200, READY);
  expect(told()).toBe('Vos billets vous attendent au guichet.');
  await news?.answer(200, ACCEPTED);
  expect(told()).toBe('Vos billets vous attendent au guichet.');
});

test('a session that ends removes the reservation and its code from the page', async () => {
  show();
  expect(screen.getByText('ABCDEF')).toBeTruthy();
  const news = await comeBack();
  await news?.answer(401, { message: 'Connectez-vous.', code: 'no_session' });
  expect(screen.getByText(/^Votre session a pris fin\./)).toBeTruthy();
  expect(screen.queryByText('ABCDEF')).toBeNull();
  await comeBack();
  expect(asked).toHaveLength(1);
});

const plainText = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

test('where its branch closes, the page begins with it, and another branch takes it in one press', async () => {
  show();
  const news = await comeBack();
  await news?.answer(200, { ...ACCEPTED, closed_then: true });
  expect(screen.getByText('Le guichet sera fermé à cette heure')).toBeTruthy();
  expect(told()).not.toContain('autre agence');
  const nord = {
    id: 8,
    name: 'Nord',
    address: '2 rue du Nord',
    postcode: '69003',
    city: 'Lyon',
    time_zone: 'Europe/Paris',
    pickup_at: ACCEPTED.pickup_at,
  };
  await asked.at(-1)?.answer(200, [nord]);
  expect(told()).toContain('Choisissez une autre heure, une autre agence ou annulez gratuitement.');
  expect(plainText(screen.getByText(/comme prévu$/).textContent)).toBe(
    'samedi 21 novembre à 11 h, comme prévu',
  );
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Choisir Nord' })));
  await vi.waitFor(() => expect(asked.at(-1)?.method).toBe('POST'));
  const at = '2026-11-20T12:00:00.000Z';
  await asked.at(-1)?.answer(200, {
    ...ACCEPTED,
    updated_at: at,
    branch: { ...ACCEPTED.branch, id: 8, name: 'Nord' },
    events: [
      {
        at,
        kind: 'moved',
        actor: 'traveller',
        reason: null,
        pickup_was: ACCEPTED.pickup_at,
        branch_was: 'Gare',
      },
    ],
  });
  expect(screen.getByText(/^Votre retrait aura lieu à Nord/)).toBeTruthy();
  expect(screen.getByRole('deletion').textContent).toBe('Gare');
  expect(screen.queryByRole('button', { name: 'Choisir Nord' })).toBeNull();
});

test('a suspended bureau is said first, with the comparison anew beside the cancellation', async () => {
  show();
  const news = await comeBack();
  await news?.answer(200, { ...ACCEPTED, company_suspended: true });
  expect(screen.getByText('Parité a suspendu Quais')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Changer l’heure' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Annuler la réservation' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Comparer à nouveau' }).getAttribute('href')).toBe(
    '/?offre=300&de=EUR&vers=USD&lieu=69382',
  );
});

test('a suspended rate is said first: the reservation stays, with another hour and the cancellation at hand', async () => {
  show();
  const news = await comeBack();
  await news?.answer(200, { ...ACCEPTED, rate_suspended: true });
  expect(screen.getByText('Quais suspend ses ventes en USD pour le moment')).toBeTruthy();
  expect(screen.getByText(/Votre réservation est maintenue/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Changer l’heure' })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Annuler la réservation' })).toBeTruthy();
});

test.each([
  ['closed_then', ACCEPTED],
  ['closed_then', READY],
  ['company_suspended', ACCEPTED],
  ['company_suspended', READY],
  ['rate_suspended', ACCEPTED],
  ['rate_suspended', READY],
])('with %s, the page begins with the notice alone', (change, one) => {
  show({ ...one, [change]: true });
  expect(told()).not.toMatch(/prépare vos billets|vous attendent/);
  expect(told()).toMatch(/^(Le guichet sera fermé|Parité a suspendu|Quais suspend)/);
  expect(screen.getByRole('heading', { level: 1 }).nextElementSibling?.getAttribute('role')).toBe('status');
});

test('a closure at a suspended bureau is told with the suspension', () => {
  show({ ...ACCEPTED, closed_then: true, company_suspended: true });
  expect(told()).toMatch(/Parité a suspendu Quais.*Le guichet sera fermé à cette heure/);
  expect(told()).not.toContain('autre heure');
  expect(asked).toHaveLength(0);
});

test('a request under a suspended rate stays, and is owed nothing yet', () => {
  show({ ...ACCEPTED, state: 'requested', rate_suspended: true });
  expect(screen.getByText(/^Votre demande est maintenue, au même taux/)).toBeTruthy();
  expect(screen.queryByText(/vous doit/)).toBeNull();
});

test.each([
  ['sale', '/?offre=300&de=EUR&vers=USD&lieu=69382'],
  ['purchase', '/?offre=300&de=USD&vers=EUR&lieu=69382'],
])('a reservation of a %s that is over leads back to its comparison', async (side, href) => {
  show();
  const news = await comeBack();
  await news?.answer(200, { ...CANCELLED, side });
  expect(screen.getByRole('link', { name: 'Comparer à nouveau' }).getAttribute('href')).toBe(href);
});

test('notes that were brought back are told with what they were paid', () => {
  const redemption = { number: 3, at: '2026-11-25T15:20:00.000Z', amount: 100, paid: 87.28 };
  const collected = { ...ACCEPTED, state: 'collected', ended_at: ENDED_AT, redemptions: [redemption] };
  render(
    <MemoryRouter>
      <ReservationPage data={{ reservation: collected }} />
    </MemoryRouter>,
  );
  const term = screen.getByText('Reprise n° 3');
  expect(term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')).toBe(
    '$ 100 rendus, € 87,28 payés, mercredi 25 novembre à 16 h 20',
  );
});

const slotsOf = (group: string) =>
  within(screen.getByRole('group', { name: group })).getAllByRole<HTMLInputElement>('radio');

async function openHours(): Promise<PriceRequest | undefined> {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Changer l’heure' })));
  return asked.at(-1);
}

test('« Changer l’heure » offers the hours of the server, and says why a day is not among them', async () => {
  show();
  const hours = await openHours();
  const instants = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:30:00.000Z'];
  await hours?.answer(200, { days: [{ day: '2026-11-21', instants }], lacks_notes: true });
  expect(slotsOf('Jour')).toHaveLength(1);
  expect(slotsOf('Heure')).toHaveLength(2);
  expect(
    screen.getByText(/Les jours où ce guichet n’a pas assez de billets ne sont pas proposés\.$/),
  ).toBeTruthy();
});

test.each([
  [true, /^Les autres jours où le taux vous est garanti, ce guichet n’a pas assez de billets pour vous\.$/],
  [false, /^Ce guichet n’ouvre plus tant que le taux vous est garanti\.$/],
])('without an hour left, the page says why: notes lacking %s', async (lacks_notes, sentence) => {
  show();
  await (await openHours())?.answer(200, { days: [], lacks_notes });
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Choisir/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Garder mon heure' })).toBeTruthy();
});

test('a refusal to move is said where the hours were asked for', async () => {
  show();
  const message = 'Cette agence ne prend plus de réservation. L’heure ne peut plus changer.';
  await (await openHours())?.answer(409, { message, code: 'not_there' });
  expect(screen.getByRole('alert').textContent).toBe(message);
  expect(screen.getByRole('button', { name: 'Changer l’heure' })).toBeTruthy();
});

test.each([
  ['the present hour, when it is offered', ['2026-11-21T09:00:00.000Z', '2026-11-21T10:00:00.000Z'], 1],
  ['else the first one', ['2026-11-21T10:30:00.000Z', '2026-11-21T11:00:00.000Z'], 0],
] as const)('another hour starts from %s', async (_, instants, chosen) => {
  show(READY);
  await (await openHours())?.answer(200, { days: [{ day: '2026-11-21', instants }], lacks_notes: false });
  const expected = instants[chosen];
  expect(slotsOf('Heure').map(({ checked }) => checked)).toEqual(instants.map((at) => at === expected));
  const isPresent = expected === ACCEPTED.pickup_at;
  expect(screen.getByRole('heading', { name: 'Changer l’heure' })).toBeTruthy();
  const buttons = screen.queryAllByRole('button', { name: /^Choisir 11\sh\s30$/ });
  expect(buttons).toHaveLength(isPresent ? 0 : 1);
  await act(async () => buttons.forEach((button) => void fireEvent.click(button)));
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(isPresent ? 0 : 1);
  // a call that is not answered says so five seconds later, in another test
  await asked.at(-1)?.answer(200, { ...READY, pickup_at: expected });
});
