import { expect, test } from 'vitest';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { aReservation, aReservationBranch } from '#domain/testing/reservations.ts';
import { formatTicket, type Letter } from '../../mail/letter.ts';
import { companyLetter, travellerLetter } from './reservation-letters.ts';

const SALE = aReservation({
  code: 'ACDEF3',
  state: 'requested',
  offered: 100,
  received: 110,
  fee: 5,
  handed_over: 110,
  promise: ['Assurance taux : deux jours.'],
});
const PURCHASE: Reservation = {
  ...SALE,
  side: 'purchase',
  rate: 1.2,
  offered: 108,
  received: 90,
  handed_over: 85,
};
const URLS = { own: 'https://parite.example/#/voyages/1', comparison: 'https://parite.example/#/?offre=300' };
const said = ({ paragraphs, ticket, small = [] }: Letter) =>
  [...paragraphs, ...(ticket ? formatTicket(ticket) : []), ...small].join('\n').replaceAll('\u00a0', ' ');
const told = (reservation: Reservation) => ({
  kind: 'requested' as const,
  actor: 'traveller' as const,
  reason: null,
  pickupWas: null,
  isAcceptedAtOnce: false,
  slip: null,
  reservation,
});

test.each([
  [
    SALE,
    'Vous recevez : $ 110\nVous donnez : € 105',
    'Taux : 1 EUR = 1,1000 USD. Frais du bureau : € 5, compris.',
    'À remettre : $ 110\nÀ recevoir : € 105',
  ],
  [
    PURCHASE,
    'Vous recevez : € 85\nVous donnez : $ 108',
    'Taux : 1 EUR = 1,2000 USD. Frais du bureau : € 5, déduits.',
    'À remettre : € 85\nÀ recevoir : $ 108',
  ],
])('both letters have the amounts to bring and to hand over, with the fee', (one, traveller, fee, bureau) => {
  expect(said(travellerLetter('Zoé', told(one), URLS))).toContain(traveller);
  expect(said(travellerLetter('Zoé', told(one), URLS))).toContain(fee);
  expect(said(companyLetter(told(one), ''))).toContain(bureau);
});

test('letters without a fee mention none', () => {
  const free = { ...SALE, fee: 0 };
  const text = said(travellerLetter('Zoé', told(free), URLS));
  expect(text).toContain('Taux net : 1 EUR = 1,1000 USD. Coût total : ');
  expect(text).not.toContain('Frais');
  expect(said(companyLetter(told(free), ''))).toContain('À remettre : $ 110\nÀ recevoir : € 100');
});

test('the confirmation and the letter of a hand-over have the net rate and the whole cost', () => {
  for (const kind of ['requested', 'accepted', 'collected'] as const) {
    const text = said(travellerLetter('Zoé', { ...told(SALE), kind }, URLS));
    expect(text).toContain('Taux net, frais compris : 1 EUR = 1,047619 USD.');
    expect(text.includes('Taux garanti jusqu’au : ')).toBe(true);
    expect(text).toContain('Coût total : € 8,18 de plus qu’au taux intermédiaire du jeudi 19 novembre 2026');
  }
  const older = { ...SALE, mid_rate: null };
  expect(said(travellerLetter('Zoé', told(older), URLS))).not.toContain('Coût total');
});

test('a refusal without a reason says that it is one, and no more', () => {
  const refused = { ...told({ ...SALE, state: 'declined' }), kind: 'declined', actor: 'bureau' } as const;
  expect(said(travellerLetter('Zoé', refused, URLS))).toContain(
    'Quais ne peut pas prendre votre réservation.',
  );
});

test('the letter of a hand-over has the number of its bordereau, and no code', () => {
  const collected = {
    ...SALE,
    state: 'collected',
    ended_at: '2026-11-21T10:00:00.000Z',
    promise: ['Garantie de reprise : un mois.'],
  };
  const letter = travellerLetter(
    'Zoé',
    { ...told(collected), kind: 'collected', actor: 'bureau', slip: 12 },
    URLS,
  );
  expect(letter.subject).toBe('Votre échange chez Quais est fait');
  expect(said(letter)).toContain(
    'Votre bordereau, n° 12, porte le taux net et les frais. Quais vous en redonne un sur demande.',
  );
  expect(said(letter)).not.toContain('ACDEF3');
  expect(said(letter)).toContain('Garantie de reprise : un mois.');
});

test('the confirmation contains the company’s promises and the chosen notes', () => {
  const one = { ...SALE, notes: 'choice', denominations: [10, 20, 50] };
  for (const kind of ['requested', 'accepted'] as const) {
    const text = said(travellerLetter('Zoé', { ...told(one), kind }, URLS));
    expect(text).toContain('Assurance taux : deux jours.');
    expect(text).toContain('Billets : coupures de 10, 20 et 50');
  }
  expect(said(travellerLetter('Zoé', { ...told(one), kind: 'ready' }, URLS))).not.toContain('Assurance taux');
  expect(said(companyLetter(told(one), ''))).toContain('Billets : coupures de 10, 20 et 50');
  expect(said(companyLetter(told(SALE), ''))).not.toContain('Billets');
});

test.each([
  ['at the limit', { offered: 1_000, received: 1_100 }, null],
  ['above it', { offered: 1_000.01, received: 1_100.01 }, 'au-delà de € 1 000, la loi la demande'],
  [
    'where the better rate of the day may carry it over',
    { ...PURCHASE, offered: 1_140, received: 950, takes_better_rate: true },
    'au taux du jour, s’il est meilleur, l’échange peut dépasser € 1 000, et la loi la demande alors',
  ],
])('the company’s letter names the paper to ask for: %s', (_, change, why) => {
  const one = { ...SALE, ...change };
  const text = (letter: Letter) => said(letter).replaceAll('\u202f', ' ');
  for (const kind of ['requested', 'moved'] as const) {
    const letter = text(companyLetter({ ...told(one), kind }, ''));
    if (why === null) expect(letter).not.toContain('identité');
    else expect(letter).toContain(`Pièce d’identité à demander au guichet : ${why}`);
  }
  const over = { ...one, state: 'cancelled', ended_at: '2026-11-21T10:00:00.000Z' };
  expect(text(companyLetter({ ...told(over), kind: 'cancelled' }, ''))).not.toContain('identité');
});

test('the letter of a hand-over at the better rate of the day has both rates', () => {
  const collected = {
    ...SALE,
    state: 'collected',
    ended_at: '2026-11-21T10:00:00.000Z',
    applied: { rate: 1.12, offered: 98.22, received: 110, handed_over: 110 },
  };
  const letter = travellerLetter(
    'Zoé',
    { ...told(collected), kind: 'collected', actor: 'bureau', slip: 12 },
    URLS,
  );
  expect(said(letter)).toContain(
    'Vous aviez réservé au taux de 1 EUR = 1,1000 USD. Le taux du jour était meilleur et vous a été appliqué.',
  );
  expect(said(letter)).toContain('Taux : 1 EUR = 1,1200 USD. Frais du bureau : € 5, compris.');
});

const OPEN = aReservation({ branch: aReservationBranch() });
const CLOSED = { ...OPEN, closed_then: true };
const kinds = ['requested', 'accepted', 'ready', 'moved', 'suspended', 'rate_suspended', 'closed'] as const;
const letterOf = (kind: (typeof kinds)[number], reservation: Reservation) => {
  const letter = travellerLetter('Zoé', { ...told(reservation), kind }, URLS);
  return [letter.subject, said(letter)].join('\n').replaceAll('\u00a0', ' ');
};

test.each(kinds)('the letter “%s” names a branch that is closed at its hour as closed', (kind) => {
  const text = letterOf(kind, CLOSED);
  expect(text).not.toMatch(/Quand : |vous attend/);
  expect(text.match(/samedi 21 novembre à 11 h/g)).toHaveLength(1);
  expect(text).toContain(
    'Choisissez une autre heure, une autre agence du bureau si elle peut vous servir, ou annulez',
  );
  expect(text).toContain('Votre code, à montrer au guichet : ABCDEF');
  expect(letterOf(kind, OPEN)).toContain('Quand : samedi 21 novembre à 11 h\nOù : Gare');
});

test('the letter of a closure has the ways out right after its first sentence', () => {
  const { paragraphs } = travellerLetter('Zoé', { ...told(CLOSED), kind: 'closed' }, URLS);
  expect(paragraphs[1]).toContain('ne sera pas ouvert');
  expect(paragraphs[2]).toMatch(/^Choisissez une autre heure/);
});

test('notes that are ready are not offered at another branch', () => {
  const text = letterOf('ready', { ...CLOSED, state: 'ready' });
  expect(text).toContain('Choisissez une autre heure ou annulez');
  expect(text).toContain('Quais a préparé vos billets.');
});

test.each(kinds)('the letter “%s” of a suspended bureau tells to call it first', (kind) => {
  const text = letterOf(kind, { ...OPEN, company_suspended: true });
  expect(text).not.toContain('vous attend');
  expect(text.match(/Parité a suspendu Quais : /g)).toHaveLength(1);
  expect(text).toMatch(/ppelez le bureau avant de venir, ou annulez/);
  const both = letterOf(kind, { ...CLOSED, company_suspended: true });
  expect(both).toContain('Ne venez pas à cette heure.');
  expect(both).not.toMatch(/Quand : |Choisissez une autre heure/);
});

test.each([
  ['requested', 'Votre demande est maintenue', /répond au plus tard le dimanche 22 novembre à 11 h/],
  ['accepted', 'Votre réservation est maintenue', /Le bureau vous doit ce montant, au taux convenu/],
  ['ready', 'Votre réservation est maintenue', /Le bureau vous doit ce montant, au taux convenu/],
])('under a suspended rate, what is %s is owed only once it is accepted', (state, title, words) => {
  const one = { ...OPEN, state, rate_suspended: true };
  expect(travellerLetter('Zoé', { ...told(one), kind: 'rate_suspended' }, URLS).title).toBe(title);
  const text = letterOf('rate_suspended', one);
  expect(text).toMatch(words);
  expect(text.includes('vous doit')).toBe(state !== 'requested');
  expect(text).toContain('Vous n’avez rien à faire.');
  expect(letterOf('rate_suspended', { ...one, closed_then: true })).not.toContain('rien à faire');
});

test.each([
  ['requested', 'Réservation n° 2026-1 : rouverte, à accepter', true],
  ['accepted', 'Réservation n° 2026-1 : rouverte, à préparer', false],
  ['ready', 'Réservation n° 2026-1 : rouverte', false],
] as const)('both letters of a reservation that is %s again say so and why', (kind, subject, isToAnswer) => {
  const reopened = { ...told({ ...SALE, number: '2026-1', state: kind }), kind, actor: 'clock' as const };
  const traveller = travellerLetter('Zoé', { ...reopened, isAcceptedAtOnce: kind === 'accepted' }, URLS);
  expect(traveller.subject).toBe('Votre réservation chez Quais est rouverte');
  expect(traveller.title).toBe('Votre réservation est rouverte');
  expect(said(traveller)).toContain('clos par erreur');
  expect(said(traveller)).toContain('ACDEF3');
  expect(said(traveller).includes('vous répond au plus tard')).toBe(isToAnswer);
  expect(said(traveller)).toContain('annulez-la');
  const company = companyLetter({ ...reopened, isAcceptedAtOnce: kind === 'accepted' }, '');
  expect(company.subject.replaceAll('\u00a0', ' ')).toBe(subject);
  expect(company.title).toBe('Une réservation est rouverte');
  expect(said(company).includes('s’annule d’elle-même')).toBe(isToAnswer);
});

test.each(
  kinds,
)('the letter “%s” is three paragraphs and the ticket, which says whether it is accepted', (kind) => {
  for (const one of [OPEN, CLOSED, { ...CLOSED, company_suspended: true }]) {
    for (const state of ['requested', 'accepted']) {
      const { paragraphs, after, ticket } = travellerLetter(
        'Zoé',
        { ...told({ ...one, state }), kind },
        URLS,
      );
      expect(paragraphs.length + after.length).toBeLessThanOrEqual(3);
      expect(ticket).toMatchObject({
        tone: state === 'requested' ? 'asked' : 'taken',
        code: { text: 'ABCDEF' },
        amounts: [
          ['Vous recevez', '$\u00a0330'],
          ['Vous donnez', '€\u00a0300'],
        ],
      });
    }
  }
});

test.each([
  ['cancelled', 'over'],
  ['declined', 'over'],
  ['collected', 'taken'],
] as const)('the ticket of a reservation that is %s has the head “%s”, and no fact to go by', (state, tone) => {
  const one = { ...SALE, state, ended_at: '2026-11-21T10:00:00.000Z' };
  const { ticket } = travellerLetter('Zoé', { ...told(one), kind: state, actor: 'bureau' }, URLS);
  expect(ticket).toMatchObject({ tone, code: null, facts: [], more: [] });
});

test('of what is to be brought, a whole sentence ends with a full stop, and a name with none', () => {
  const one = { ...PURCHASE, offered: 11_700, received: 10_000, handed_over: 10_000 };
  const lines = said(travellerLetter('Zoé', told(one), URLS)).replaceAll('\u202f', ' ');
  expect(lines).toContain(
    [
      'À apporter :',
      '- $ 11 700, en billets',
      '- Votre code de réservation',
      '- Une pièce d’identité en cours de validité : au-delà de € 1 000, la loi la demande',
      '- À partir de € 10 000, déclarez vos billets à la douane si vous passez une frontière de l’Union européenne.',
    ].join('\n'),
  );
});
