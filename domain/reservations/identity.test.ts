import { expect, test } from 'vitest';
import { aReservation } from '../testing/reservations.ts';
import { formatBring, requiresIdentity } from './bring.ts';
import { IDENTITY_THRESHOLDS, identityThresholdAt, isReached } from './identity.ts';

const PARIS = 'Europe/Paris';

test.each([
  ['2026-11-26T10:00:00Z', PARIS, 1_000],
  ['1970-01-01T00:00:00Z', PARIS, 1_000],
  ['2027-07-09T21:59:59Z', PARIS, 1_000],
  ['2027-07-09T22:00:00Z', PARIS, 3_000],
  ['2027-07-09T22:00:00Z', 'America/Guadeloupe', 1_000],
  ['2027-07-10T04:00:00Z', 'America/Guadeloupe', 3_000],
])('at %s in %s the threshold is %d euros', (pickup_at, time_zone, amount) => {
  expect(identityThresholdAt({ pickup_at, time_zone }).amount).toBe(amount);
});

test('the days of the table go up', () => {
  const days = IDENTITY_THRESHOLDS.map(({ from }) => from);
  expect(days).toEqual(days.toSorted());
});

test('French law asks above its amount, the regulation from its amount on', () => {
  const [french, european] = IDENTITY_THRESHOLDS;
  expect([999.99, 1_000, 1_000.01].map((worth) => isReached(french, worth))).toEqual([false, false, true]);
  expect([2_999.99, 3_000].map((worth) => isReached(european, worth))).toEqual([false, true]);
});

test.each([
  [{ offered: 2_999.99 }, null],
  [{ offered: 3_000 }, 'à partir de € 3 000, la loi la demande.'],
  [{ side: 'purchase', received: 2_700, takes_better_rate: true }, null],
  [
    { side: 'purchase', received: 2_800, takes_better_rate: true },
    'au taux du jour, s’il est meilleur, l’échange peut atteindre € 3 000, et la loi la demande alors.',
  ],
])('%j: an exchange of July 2027', (change, why) => {
  const one = aReservation({
    ...change,
    base: 'EUR',
    pickup_at: '2027-07-12T10:00:00.000Z',
    time_zone: PARIS,
  });
  const asked = formatBring(one).find((sentence) => sentence.includes('identité')) ?? null;
  expect(asked?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null).toBe(
    why && `Une pièce d’identité en cours de validité : ${why}`,
  );
  expect(requiresIdentity(one)).toBe(why?.startsWith('à partir') ?? false);
});
