import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aReservation } from '../testing/reservations.ts';
import { formatBring, requiresIdentity } from './bring.ts';
import {
  decisiveAmount,
  IDENTITY_THRESHOLDS,
  identityThresholdAt,
  isReached,
  linkedWithin,
  sumLinked,
} from './identity.ts';

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
  [{ offered: 3_000 }, 'à partir de € 3 000, la loi la demande'],
  [{ side: 'purchase', received: 2_700, takes_better_rate: true }, null],
  [
    { side: 'purchase', received: 2_800, takes_better_rate: true },
    'au taux du jour, s’il est meilleur, l’échange peut atteindre € 3 000, et la loi la demande alors',
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

test('exchanges within thirty days of each other count together, on either side', () => {
  const exchange = { pickup_at: '2026-11-26T10:00:00.000Z', time_zone: PARIS };
  const at = (days: number, ms = 0) => new Date(Date.parse(exchange.pickup_at) + days * 86_400_000 + ms);
  const others = [at(-30, -1), at(-30), at(-1), at(30), at(30, 1)].map((day, i) => ({
    number: `2026-${i}`,
    at: day.toISOString(),
    amount: 100.1,
  }));
  const linked = linkedWithin(exchange, others);
  expect(linked.map(({ number }) => number)).toEqual(['2026-1', '2026-2', '2026-3']);
  expect(sumLinked(linked)).toBe(300.3);
});

test.each([
  [600, 400, false],
  [600, 400.01, true],
  [0.1, 999.9, false],
  [0.1, 999.91, true],
])('%d with %d reserved besides: a document is %s', (offered, linked_amount, is_due) => {
  const one = aReservation({ offered, linked_amount });
  expect(requiresIdentity(one)).toBe(is_due);
  const bring = formatBring(one)
    .join(' ')
    .replaceAll(/[\u00a0\u202f]/g, ' ');
  const why =
    'avec les autres échanges faits ou réservés à ce bureau à moins de 30 jours d’écart, le total dépasse € 1 000, et la loi la demande';
  expect(bring.includes(why)).toBe(is_due);
});

test('a linked amount decides as its whole does, and tells no more of another account', () => {
  const cents = fc.integer({ min: 0, max: 400_000 });
  const days = fc.constantFrom('2026-11-26T10:00:00.000Z', '2027-07-12T10:00:00.000Z');
  fc.assert(
    fc.property(cents, cents, days, (own, others, pickup_at) => {
      const [worth, linked] = [own / 100, others / 100];
      const exchange = { ...aReservation({ offered: worth, pickup_at }), linked_amount: linked };
      const told = decisiveAmount(exchange, worth, linked);
      expect(requiresIdentity({ ...exchange, linked_amount: told })).toBe(requiresIdentity(exchange));
      expect(told).toBeLessThanOrEqual(linked);
      const least = { ...exchange, linked_amount: Math.round(told * 100 - 1) / 100 };
      if (told > 0) expect(requiresIdentity(least)).toBe(false);
    }),
  );
});
