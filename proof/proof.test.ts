// Duration: servers under load without a pause, whose PostgreSQL is killed, and stays frozen for seconds.
/** The short versions of the proofs of deaths: PostgreSQL is killed and frozen, and there is a race for the last notes. */
import { expect, test } from 'vitest';
import { createRandom } from '../server/seed/random.ts';
import { proveBookings } from './booking/prove.ts';
import { playOn } from './crash.ts';
import { proveOutageOf } from './outage.ts';
import { World } from './world.ts';

const PATIENT = { timeout: 300_000 };

// a server that dies under load: server/process/instances.test.ts
test(
  'what was acknowledged outlives a killed PostgreSQL, and the comparator one that is frozen',
  PATIENT,
  async () => {
    const world = await World.open('embedded');
    try {
      const acts = [{ kind: world.kind, event: 'kill -9 of PostgreSQL', rounds: 1 }] as const;
      const [crash] = await playOn(world, acts, createRandom(2026));
      expect(crash?.failures).toEqual([]);
      expect(crash?.acknowledged).toBeGreaterThan(0);
      const { failures, compared, refused } = await proveOutageOf(world, {
        manner: 'frozen',
        seconds: 2.5,
        // the proof asks for 2 s and 1 s, on a machine that runs no other test meanwhile
        bounds: { refused: 5_000, back: 5_000 },
      });
      expect(failures).toEqual([]);
      expect(compared).toBeGreaterThan(0);
      expect(refused.length).toBeGreaterThan(0);
    } finally {
      await world.close();
    }
  },
);

test('the last notes of a counter are promised once, whatever dies meanwhile', PATIENT, async () => {
  const plan = { races: 1, travellers: 40, counters: 1, seed: 2026, isShort: true };
  const { outcome } = await proveBookings(plan, async () => undefined);
  expect(outcome.failures).toEqual([]);
  for (const { made, givenBack } of outcome.races) expect(made).toBeGreaterThan(givenBack);
  for (const { done } of outcome.counters) expect(done).toBeGreaterThan(0);
});
