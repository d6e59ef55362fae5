import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aReservation, aReservationBranch } from '../testing/reservations.ts';
import { formatBring } from './bring.ts';
import { calendarOf } from './calendar.ts';
import type { Reservation } from './reservation.ts';

const ONE = aReservation({
  id: '7'.repeat(32),
  code: 'ACDEF3',
  state: 'requested',
  offered: 500,
  received: 552.5,
  handed_over: 552.5,
  company: { name: 'Change; de, l’Étoile' },
  branch: aReservationBranch(),
  updated_at: '2026-11-20T09:00:00.000Z',
});
const URL_OF_IT = 'https://parite.example/#/voyages/7';
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
/** As an agenda reads it. */
const unfolded = (text: string) => plain(text.replaceAll('\r\n ', ''));

test('a calendar entry has hour, branch, notes and code', () => {
  const text = unfolded(calendarOf(ONE, URL_OF_IT));
  for (const line of [
    `UID:reservation-${ONE.id}@parite.example`,
    'DTSTART:20261121T100000Z',
    'DTEND:20261121T102000Z',
    'STATUS:TENTATIVE',
    `ORGANIZER;CN="Change; de, l’Étoile":${URL_OF_IT}`,
    'SUMMARY:Retrait de $ 552\\,50 chez Change\\; de\\, l’Étoile',
    'LOCATION:Gare\\, 1 rue du Lac\\, 69002 Lyon',
    `URL:${URL_OF_IT}`,
  ]) {
    expect(text.split('\r\n')).toContain(line);
  }
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n.*END:VCALENDAR\r\n$/s);
  expect(text).toContain('DESCRIPTION:Code : ACDEF3\\n€ 500\\, en espèces\\n');
});

test('the whole entry', () => {
  const lines = unfolded(calendarOf({ ...ONE, code: null }, URL_OF_IT)).split('\r\n');
  expect(lines.filter((line) => !line.startsWith('DESCRIPTION:Code : sur la page'))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parité//Réservations//FR',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:reservation-${ONE.id}@parite.example`,
    `ORGANIZER;CN="Change; de, l’Étoile":${URL_OF_IT}`,
    'SEQUENCE:95165200',
    'DTSTAMP:20261120T090000Z',
    'DTSTART:20261121T100000Z',
    'DTEND:20261121T102000Z',
    'STATUS:TENTATIVE',
    'SUMMARY:Retrait de $ 552\\,50 chez Change\\; de\\, l’Étoile',
    'LOCATION:Gare\\, 1 rue du Lac\\, 69002 Lyon',
    `URL:${URL_OF_IT}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
  expect(lines).toContain('DESCRIPTION:Code : sur la page de votre réservation');
});

test('an entry is of any site, place and name', () => {
  const textOf = (change: Partial<Reservation>, url = URL_OF_IT) =>
    unfolded(calendarOf({ ...ONE, ...change }, url));
  expect(textOf({}, 'http://localhost:8080/#/voyages/7')).toContain(
    `UID:reservation-${ONE.id}@localhost\r\n`,
  );
  expect(textOf({}, 'voyages')).toContain(`UID:reservation-${ONE.id}@parite\r\n`);
  expect(textOf({ branch: null })).toContain('LOCATION:Change\\; de\\, l’Étoile\r\n');
  expect(textOf({ side: 'purchase' })).toContain('SUMMARY:Retrait de € 552\\,50 chez');
  const name = 'A"\tB';
  expect(textOf({ company: { ...ONE.company, name } })).toContain('CN="A  B":');
  expect(textOf({ company: { ...ONE.company, name } })).toContain('chez A" B\r\n');
});

test('a moved reservation keeps its entry with a later version; an ended one removes it and its alarm', () => {
  const later = calendarOf({ ...ONE, state: 'accepted', updated_at: '2026-11-20T09:00:01.000Z' }, URL_OF_IT);
  const number = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
  expect(number(later)).toBeGreaterThan(number(calendarOf(ONE, URL_OF_IT)));
  expect(later).toContain('STATUS:CONFIRMED');
  expect(later).toContain('METHOD:PUBLISH');
  for (const state of ['cancelled', 'declined', 'lapsed', 'no_show']) {
    const over = calendarOf({ ...ONE, state, ended_at: ONE.updated_at }, URL_OF_IT);
    expect(over).toContain('METHOD:CANCEL');
    expect(over).toContain('STATUS:CANCELLED');
    expect(over).not.toContain('VALARM');
  }
});

test('a hand-over before the agreed hour removes the entry, one after it leaves it', () => {
  const collected = (ended_at: string) => calendarOf({ ...ONE, state: 'collected', ended_at }, URL_OF_IT);
  expect(collected('2026-11-21T09:00:00.000Z')).toContain('METHOD:CANCEL');
  expect(collected('2026-11-21T10:05:00.000Z')).toContain('METHOD:PUBLISH');
});

test('lines have at most 75 octets, for any company name, and no line is added or lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      const text = calendarOf({ ...ONE, company: { ...ONE.company, name } }, URL_OF_IT);
      const lines = text.split('\r\n');
      for (const [i, line] of lines.entries()) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line).toMatch(/^($|[A-Z]+[:;]| )/);
        // a part ends where the longest character would not fit
        if (lines[i + 1]?.startsWith(' '))
          expect(new TextEncoder().encode(line).length).toBeGreaterThan(75 - 4);
      }
      expect(text.replaceAll('\r\n ', '').split('\r\n')).toHaveLength(24);
    }),
  );
});

test.each<[Partial<Reservation>, string[]]>([
  [{}, ['€ 500, en espèces', 'Votre code de réservation']],
  [{ fee: 4.5, payment: 'card' }, ['€ 504,50, par carte', 'Votre code de réservation']],
  [{ offered: 1000 }, ['€ 1 000, en espèces', 'Votre code de réservation']],
  [
    { offered: 1000.01 },
    [
      '€ 1 000,01, en espèces',
      'Votre code de réservation',
      'Une pièce d’identité en cours de validité : au-delà de € 1 000, la loi la demande',
    ],
  ],
  [
    { side: 'purchase', offered: 11700, received: 10000 },
    [
      '$ 11 700, en billets',
      'Votre code de réservation',
      'Une pièce d’identité en cours de validité : au-delà de € 1 000, la loi la demande',
      'À partir de € 10 000, déclarez vos billets à la douane si vous passez une frontière de l’Union européenne.',
    ],
  ],
  [{ side: 'purchase', offered: 1100, received: 950 }, ['$ 1 100, en billets', 'Votre code de réservation']],
  [
    { side: 'purchase', offered: 1100, received: 950, takes_better_rate: true },
    [
      '$ 1 100, en billets',
      'Votre code de réservation',
      'Une pièce d’identité en cours de validité : au taux du jour, s’il est meilleur, l’échange peut dépasser € 1 000, et la loi la demande alors',
    ],
  ],
  // less of the base is given at a sale, and a purchase that is far from it does not get there
  [{ offered: 950, takes_better_rate: true }, ['€ 950, en espèces', 'Votre code de réservation']],
  [
    { side: 'purchase', offered: 1000, received: 900, takes_better_rate: true },
    ['$ 1 000, en billets', 'Votre code de réservation'],
  ],
])('%j: what to bring', (change, sentences) => {
  expect(formatBring({ ...ONE, ...change }).map(plain)).toEqual(sentences);
});
