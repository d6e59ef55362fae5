import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Booking } from '#domain/reservations/booking.ts';
import { aBooking, aBookingBranch, someTerms } from '#domain/testing/reservations.ts';
import '#web/shared/api/write.ts';
import { descriptionOf } from '#web/testing/description.ts';
import { BookingPage } from './BookingPage.tsx';
import type { RequestedExchange } from './draft.ts';
import { freshDraft, storeDraft } from './stored-draft.ts';

const DAY = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const exchange: RequestedExchange = {
  site: 'https://quais.example',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 500_00,
  branch: null,
};
const TRAVELLER = { email: 'zoe@exemple.fr', first_name: 'Zoé', phone: '', keeps_account: false };
const terms = someTerms({
  notes: ['choice'],
  denominations: [{ currency: 'USD', values: [50, 20] }],
  modes: { counter: { delay_minutes: 0 } },
});

function bookingOf(fields: Partial<Booking> = {}, { rate = 1.1285, upTo = 1_000 } = {}): Booking {
  const now = Date.now();
  const opens = [{ from: new Date(now).toISOString(), to: new Date(now + 2 * DAY).toISOString() }];
  const stock = [0, 1, 2].map((days) => ({ day: dayOf(now + days * DAY), up_to: upTo }));
  const branch = aBookingBranch({
    branch: 1,
    rate,
    updated_at: new Date(now).toISOString(),
    time_zone: 'UTC',
    opens,
    stock,
  });
  return aBooking({ terms, counters: [branch], ...fields });
}

type Sent = { url: string; body: Record<string, unknown>; key: string | null };
let sent: Sent[];
let answers: [status: number, body: unknown][];
let present: Booking | null;

beforeEach(() => {
  // a morning: late in the evening the first hour is tomorrow's
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00.000Z') });
  localStorage.clear();
  [sent, answers, present] = [[], [], bookingOf()];
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(window, 'fetch').mockImplementation(async (url, { body, headers } = {}) => {
    if (String(url).includes('/bookings')) return new Response(JSON.stringify({ booking: present }));
    if (String(url).includes('/places')) return new Response('[]');
    if (String(url).includes('/offers')) return new Response(JSON.stringify({ offers: [], total: 0 }));
    const key = (headers as Record<string, string>)['idempotency-key'] ?? null;
    sent.push({ url: String(url), body: JSON.parse(String(body)), key });
    const [status, answer] = answers.shift() ?? [500, {}];
    return new Response(JSON.stringify(answer), { status });
  });
});

function show(booking = bookingOf(), step = 1, asked = exchange, traveller = TRAVELLER) {
  if (step > 1 && localStorage.length === 0) storeDraft(asked, freshDraft(asked), { isBegun: true });
  const view = render(
    <MemoryRouter initialEntries={[`/reserver/quais?etape=${step}`]}>
      <BookingPage data={{ exchange: asked, booking, traveller }} />
    </MemoryRouter>,
  );
  return view;
}
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ');
const labels = (role: string) =>
  screen.queryAllByRole(role).map((one) => plain((one as HTMLInputElement).labels?.[0]?.textContent ?? ''));

test('both neighbours of the typed euros are one choice, and the chosen one is what is reserved', async () => {
  show();
  expect(labels('radio').filter((label) => label?.includes('pour'))).toEqual([
    '$ 564 pour € 499,78',
    '$ 565 pour € 500,67',
  ]);
  fireEvent.click(screen.getByRole('radio', { name: /^\$\s565/ }));
  expect(screen.getByText(/jusqu’à \$\s1\s000 aujourd’hui$/)).toBeTruthy();
  await press('Continuer');
  await press('Continuer');
  await press('Continuer');
  await press('Réserver');
  expect(sent.at(-1)?.body).toMatchObject({ target: 'wish', amount: 565, rate: 1.1285 });
});

test('the step of the payment asks for a document where the linked exchanges require one', () => {
  const why = (amount: number) => {
    const linked = [{ number: '2026-1', at: '2026-11-19T10:00:00.000Z', amount }];
    const { unmount } = show(bookingOf({ linked }), 3);
    const text = plain(screen.getByText(/R561-10/).textContent);
    unmount();
    return text;
  };
  expect(why(100)).toContain('Au guichet, seulement au-delà de € 1 000');
  expect(why(900)).toContain('Au guichet, apportez-en une aussi : avec les autres échanges');
  expect(why(900)).not.toContain('seulement');
});

test('the step where one decides has the net rate, the fee beside the rate, and the whole cost', () => {
  const buy_back = { share: 50, days: 30, percent_off: 1.5 };
  const decided = (fee: number) => {
    const modes = { ...terms.modes, counter: { ...terms.modes.counter, fee } };
    const booking = bookingOf({
      mid_rate: { rate: 1.1361, at: '2026-11-19' },
      terms: { ...terms, modes, buy_back },
    });
    const { container, unmount } = show(booking, 4);
    const rows = [...container.querySelectorAll('dl > div')].map(({ children }) =>
      plain([...children].map((one) => one.textContent).join(' : ')),
    );
    unmount();
    return rows;
  };
  expect(decided(0)).toEqual(
    expect.arrayContaining([
      'Taux net garanti : 1 EUR = 1,1285 USD',
      'Coût total : € 3,34 de plus qu’au taux intermédiaire',
      expect.stringMatching(
        /^Garantie de reprise : \$ 282 au plus, jusqu’au .* \$ 282 rendus : € 246,14, soit 1,5 % de moins que vous ne les avez payés\.$/,
      ),
    ]),
  );
  expect(decided(0).join()).not.toMatch(/Frais|en plus du taux/);
  expect(decided(5)).toEqual(
    expect.arrayContaining([
      'Frais du bureau : € 5,00',
      'Taux garanti : 1 EUR = 1,1285 USD',
      'Taux net, frais compris : 1 EUR = 1,117322 USD',
      expect.stringMatching(/^Coût total : € 8,34 de plus/),
      expect.stringMatching(/payés, frais non compris\.$/),
    ]),
  );
});

test('the receipt of a purchase says the notes that are brought, and that euros are paid in cash', () => {
  show(bookingOf(), 4, { ...exchange, side: 'purchase', cents: 300_00 });
  const lineOf = (name: string) =>
    plain(screen.getByRole('button', { name: `Modifier ${name}` }).closest('li')?.textContent);
  expect(lineOf('le montant')).toMatch(/^€ [\d,]+ pour \$ 300 en billets/);
  expect(lineOf('le paiement')).toMatch(/^En espèces, au guichet/);
});

test.each([
  ['', 'Saisissez un montant.'],
  ['-3', 'Le nombre doit être positif.'],
  ['abc', 'Ce n’est pas un nombre'],
  ['99999', 'Ce bureau réserve jusqu’à'],
])('an amount that cannot be reserved, “%s”, is said at its field, which a press of the button leads to', async (typed, said) => {
  show();
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'Vous donnez (EUR)' });
  fireEvent.change(amount, { target: { value: typed } });
  await press('Continuer');
  expect(document.activeElement).toBe(amount);
  expect(descriptionOf(amount)).toContain(said);
  expect(screen.getByRole('heading', { name: /où et quand/ })).toBeTruthy();
});

test('the hint of the amount is the bureau’s limits, and becomes its minimum where less is asked', () => {
  const { unmount } = show(undefined, 1, { ...exchange, cents: 20_00 });
  expect(screen.getByText(/^Ce bureau réserve à partir de €\s50\.$/)).toBeTruthy();
  unmount();
  show();
  expect(screen.getByText(/^Ce bureau réserve de €\s50 à €\s5\s000\.$/)).toBeTruthy();
});

test('hours and delays say how long the bureau takes, and until when the rate is guaranteed', async () => {
  show(bookingOf({ terms: { ...terms, modes: someTerms().modes, hold_hours: 72 } }));
  await press('Horaires et délais');
  expect(plain(screen.getByText(/^Pas plus tôt/).textContent)).toMatch(
    /le bureau a 2 h d’ouverture pour vous répondre, puis 1 h pour préparer vos billets\.$/,
  );
  expect(plain(screen.getByText(/^Taux garanti 3\sjours/).textContent)).toBe(
    'Taux garanti 3 jours, jusqu’au lundi 23 novembre à 9 h.',
  );
});

test('without a first name the step stays, and says so at its field', async () => {
  const nobody = { ...TRAVELLER, first_name: '' };
  show(undefined, 2, exchange, nobody);
  await press('Continuer');
  const name = screen.getByRole('textbox', { name: 'Prénom' });
  expect(document.activeElement).toBe(name);
  expect(screen.getByText(/^Saisissez votre prénom/)).toBeTruthy();
});

test('a session that ends at the last step asks for a code, and keeps what was typed', async () => {
  show(undefined, 4);
  answers.push([401, { code: 'no_session', message: 'Connectez-vous.' }]);
  await press('Réserver');
  expect(screen.getByRole('alert').textContent).toContain('Votre session a pris fin');
  expect(screen.getByRole('textbox', { name: 'Votre adresse e-mail' })).toHaveProperty(
    'value',
    TRAVELLER.email,
  );
});

test('notes to choose are those of the bureau, and none chosen leads back to the first of them', async () => {
  show();
  fireEvent.click(screen.getByRole('radio', { name: 'À mon choix' }));
  expect(screen.getByText('Cochez au moins une coupure.')).toBeTruthy();
  await press('Continuer');
  expect(labels('checkbox')).toEqual(['20 USD', '50 USD']);
  expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0]);
});

test('notes that do not make the amount say which amounts they make, one press each', async () => {
  show();
  fireEvent.click(screen.getByRole('radio', { name: 'À mon choix' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /^50/ }));
  expect(screen.getByText(/^Ces coupures ne permettent pas ce montant/)).toBeTruthy();
  await press('Continuer');
  expect(screen.getByRole('heading', { name: /où et quand/ })).toBeTruthy();
  await press(/^\$\s550$/);
  expect(screen.queryByText(/^Ces coupures ne permettent pas ce montant/)).toBeNull();
  await press('Continuer');
  expect(screen.getByRole('heading', { name: /qui vous êtes/ })).toBeTruthy();
});

test('small notes are offered where they are other notes than the fewest', async () => {
  const asked = { ...terms, notes: ['small' as const] };
  const { unmount } = show(bookingOf({ terms: asked, notes: [1, 5, 10, 20, 50, 100] }));
  fireEvent.click(screen.getByRole('radio', { name: 'De petites coupures' }));
  expect(screen.getByRole('radio', { name: 'De petites coupures' })).toHaveProperty('checked', true);
  unmount();
  localStorage.clear();
  sessionStorage.clear();
  show(bookingOf({ terms: asked, notes: [100] }));
  expect(screen.queryByRole('radio', { name: 'De petites coupures' })).toBeNull();
});

test('a branch that cannot take the amount is not selectable, and the largest amount is one press', async () => {
  const one = bookingOf({}, { upTo: 500 });
  const [branch = aBookingBranch()] = one.counters;
  show({ ...one, counters: [branch, { ...branch, branch: 2, name: 'Nord', rate: 1.12 }] });
  expect(screen.getByRole('radio', { name: /Nord/ })).toHaveProperty('disabled', true);
  expect(screen.getAllByText(/^Jusqu’à \$\s500 ici\.$/)).toHaveLength(2);
  await press('Continuer');
  expect(screen.getByRole('heading', { name: /où et quand/ })).toBeTruthy();
  await press(/^Prendre \$\s500 pour €\s443,07$/);
  expect(screen.getByRole('radio', { name: /Nord/ })).toHaveProperty('disabled', false);
  await press('Continuer');
  expect(screen.getByRole('heading', { name: /qui vous êtes/ })).toBeTruthy();
});

test('days that cannot take the amount say why', () => {
  const one = bookingOf();
  const [branch = aBookingBranch()] = one.counters;
  const [first, ...later] = branch.stock;
  const stock = [{ day: first?.day ?? '', up_to: 200 }, ...later];
  show({ ...one, counters: [{ ...branch, stock }] });
  const slots = screen.getAllByRole<HTMLInputElement>('radio').filter(({ disabled }) => disabled);
  expect(slots.map(({ labels }) => plain(labels?.[0]?.textContent))).toEqual(['aujourd’hui, jusqu’à $ 200']);
});

test('three open reservations are said at the first step, and nothing further can be pressed', () => {
  show(bookingOf({ remaining: 0 }), 4);
  expect(screen.getByRole('alert').textContent).toContain('3 réservations en cours');
  expect(screen.getByRole('link', { name: 'Voir mes réservations' })).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a reopened page shows the choices and asks; to begin anew erases them', async () => {
  show().unmount();
  expect(localStorage).toHaveLength(0);
  const { unmount } = show();
  fireEvent.click(screen.getByRole('radio', { name: /^\$\s565/ }));
  unmount();
  sessionStorage.clear();
  const second = show();
  expect(screen.getByRole('radio', { name: /^\$\s565/ })).toHaveProperty('checked', true);
  second.unmount();
  sessionStorage.clear();
  const last = show(undefined, 4);
  expect(screen.queryByRole('button', { name: 'Réserver' })).toBeNull();
  await press('Reprendre');
  expect(screen.getByRole('button', { name: 'Réserver' })).toBeTruthy();
  last.unmount();
  sessionStorage.clear();
  const third = show();
  await press('Reprendre');
  expect(screen.queryByText('Reprendre votre réservation ?')).toBeNull();
  expect(screen.getByRole('radio', { name: /^\$\s565/ })).toHaveProperty('checked', true);
  third.unmount();
  sessionStorage.clear();
  show();
  await press('Recommencer');
  expect(screen.getByRole('radio', { name: /^\$\s564/ })).toHaveProperty('checked', true);
  expect(localStorage).toHaveLength(0);
});

test('what is reserved already is asked about, and meant again under a key of its own', async () => {
  show(undefined, 4);
  answers.push([409, { code: 'same_reservation', message: 'Déjà.', reservation: 12 }]);
  await press('Réserver');
  expect(screen.getByText('Vous avez déjà réservé ceci')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Voir cette réservation' });
  expect(link.getAttribute('href')).toBe('/voyages/12');
  expect(screen.queryByRole('button', { name: 'Réserver' })).toBeNull();
  await press('Réserver une seconde fois');
  const [first, second] = sent;
  expect(second?.body).toEqual({ ...first?.body, is_meant_again: true });
  expect(second?.key).not.toBe(first?.key);
});

test('a rate that moved is shown with the old one, and the button says the new amount', async () => {
  show(undefined, 4);
  present = bookingOf({}, { rate: 1.1225 });
  answers.push([409, { code: 'rate_changed', message: 'Le taux a changé.', current: { rate: 1.1225 } }]);
  await press('Réserver');
  const said = plain(screen.getByRole('alert').textContent);
  for (const words of ['1,1285 USD', '$ 564 pour € 499,78', '1,1225 USD', '$ 561 pour € 499,78'])
    expect(said).toContain(words);
  answers.push([503, { message: 'Le service est indisponible.', code: 'database_away' }]);
  await press(/^Réserver \$\s561 pour €\s499,78$/);
  expect(screen.getByText('Le taux vient de changer')).toBeTruthy();
  await press(/^Réserver \$\s561 pour €\s499,78$/);
  expect(sent.at(-1)?.body).toMatchObject({ amount: 561, rate: 1.1225 });
});

test('amounts that the bureau’s notes make are one press each', async () => {
  show(undefined, 4);
  present = bookingOf({ notes: [20, 50] });
  const neighbours = { below: { offered: 496.24, received: 560 }, above: { offered: 505.1, received: 570 } };
  answers.push([409, { code: 'not_in_notes', message: 'Pas en billets.', neighbours }]);
  await press('Réserver');
  await press(/^\$\s560 pour €\s496,24$/);
  await press('Réserver');
  expect(sent.at(-1)?.body).toMatchObject({ amount: 560 });
});

test('a refusal for want of notes leads to what is possible', async () => {
  show(undefined, 4);
  present = bookingOf({}, { upTo: 500 });
  answers.push([409, { code: 'out_of_stock', message: 'Pas assez de dollars.' }]);
  await press('Réserver');
  expect(screen.getByRole('alert').textContent).toContain('Pas assez de dollars.');
  expect(screen.queryByRole('button', { name: 'Réserver' })).toBeNull();
  await press(/^\$\s500 pour €\s443,07$/);
  expect(document.activeElement?.textContent).toBe('Réserver');
  await press('Réserver');
  expect(sent.at(-1)?.body).toMatchObject({ amount: 500 });
});

test('a lost answer keeps the key', async () => {
  show(undefined, 4);
  answers.push([503, { message: 'Le service est indisponible.', code: 'database_away' }]);
  await press('Réserver');
  expect(screen.getByRole('alert').textContent).toContain('Réessayez sans crainte d’un doublon');
  await press('Réserver');
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key]);
});

test('a choice that is modified from the check leads back to it', async () => {
  show(undefined, 4);
  await press('Modifier l’heure');
  expect(screen.getByRole('heading', { name: /où et quand/ })).toBeTruthy();
  await press('Valider');
  expect(screen.getByRole('heading', { name: /vérifier et réserver/ })).toBeTruthy();
  await press('Modifier le paiement');
  await press('Modifier qui vous êtes');
  await press('Retour');
  expect(screen.getByRole('heading', { name: /vérifier et réserver/ })).toBeTruthy();
  await press('Retour');
  expect(screen.getByRole('heading', { name: /comment payer/ })).toBeTruthy();
  await press('Continuer');
  expect(screen.getByRole('button', { name: 'Réserver' })).toBeTruthy();
});

test('a step says itself and the bureau in its heading and in the title', async () => {
  show();
  await press('Continuer');
  const heading = screen.getByRole('heading', { level: 1 });
  expect(plain(heading.getAttribute('aria-label'))).toBe('Étape 2 sur 4 : qui vous êtes, Quais');
  expect(document.activeElement).toBe(heading);
  expect(plain(document.title)).toBe('Étape 2 sur 4 : qui vous êtes, Quais · Parité');
  expect(screen.getByRole('textbox', { name: 'Prénom' })).toHaveProperty('required', true);
});
