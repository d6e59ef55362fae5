// Duration: servers that are killed and started again, and a database that stays frozen for seconds.
/** The short versions of the proofs of deaths: one of each kind, a database that is frozen, races for the last notes. */
import { expect, test } from 'vitest';
import { proveBookings } from './booking/prove.ts';
import { proveCrashes } from './crash.ts';
import { proveOutage } from './outage.ts';

const PATIENT = { timeout: 300_000 };

test(
  'what was acknowledged outlives a killed server, a killed PostgreSQL and a SIGTERM',
  PATIENT,
  async () => {
    const outcomes = await proveCrashes(
      [
        { kind: 'embedded', event: 'kill -9 of the server', rounds: 1 },
        { kind: 'embedded', event: 'kill -9 of PostgreSQL', rounds: 1 },
        { kind: 'embedded', event: 'SIGTERM of the server', rounds: 1 },
      ],
      2026,
    );
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { acknowledged } of outcomes) expect(acknowledged).toBeGreaterThan(0);
  },
);

test('the comparator outlives a PostgreSQL that is frozen', PATIENT, async () => {
  const { failures, compared, refused } = await proveOutage({
    kind: 'by DATABASE_URL',
    manner: 'frozen',
    seconds: 2.5,
    // the proof asks for 2 s and 1 s, on a machine that runs no other test meanwhile
    bounds: { refused: 5_000, back: 5_000 },
  });
  expect(failures).toEqual([]);
  expect(compared).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
});

test('the last notes of a counter are promised once, whatever dies meanwhile', PATIENT, async () => {
  const plan = { races: 1, travellers: 40, counters: 1, seed: 2026, isShort: true };
  const { outcome } = await proveBookings(plan, async () => undefined);
  expect(outcome.failures).toEqual([]);
  for (const { made, givenBack } of outcome.races) expect(made).toBeGreaterThan(givenBack);
  for (const { done } of outcome.counters) expect(done).toBeGreaterThan(0);
});
