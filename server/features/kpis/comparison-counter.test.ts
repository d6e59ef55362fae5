import pino from 'pino';
import { expect, test } from 'vitest';
import { startComparisonCounter } from './comparison-counter.ts';
import type { Shown } from './kpis.queries.ts';

const log = pino({ level: 'silent' });
const asked = { code: 'USD', offerIsBase: true };

/** A counter whose writings wait until they are let go on, or fail. */
function open(now: () => Date) {
  const written: [day: string, of: number | readonly Shown[]][] = [];
  const gate = { wait: Promise.resolve(), fails: false };
  const add = async (day: string, of: number | readonly Shown[]) => {
    const { fails } = gate;
    await gate.wait;
    if (fails) throw new Error('away');
    written.push([day, of]);
  };
  const counter = startComparisonCounter({ add, now, log, shown: { list: () => [7, 3], add } });
  return { counter, written, gate };
}

test('who asks for what was counted waits for what another one is writing', async () => {
  const { counter, written, gate } = open(() => new Date('2026-11-20T12:00:00Z'));
  const held = Promise.withResolvers<void>();
  gate.wait = held.promise;
  counter.count({ ...asked, shown: null });
  const first = counter.flush();
  let isTold = false;
  const second = counter.flush().then(() => {
    isTold = true;
  });
  // whatever needs nobody else has come to its end by then
  await new Promise(setImmediate);
  expect([isTold, written]).toEqual([false, []]);
  held.resolve();
  await Promise.all([first, second]);
  expect(written).toHaveLength(2);
});

test('what was counted is of the day on which it was shown, whenever it is written', async () => {
  // an hour before midnight of UTC, which is midnight in Paris
  let now = '2026-11-20T22:59:59.999Z';
  const { counter, written, gate } = open(() => new Date(now));
  counter.count({ ...asked, shown: null });
  counter.count({ ...asked, shown: [3] });
  now = '2026-11-20T23:00:00.000Z';
  counter.count({ ...asked, shown: [3] });
  gate.fails = true;
  await counter.flush();
  now = '2026-11-21T00:00:00.000Z';
  counter.count({ ...asked, shown: [3] });
  gate.fails = false;
  await counter.flush();
  const line = (companyId: number, shown: number, ranks: number) => ({
    companyId,
    code: 'USD',
    shown,
    ranks,
  });
  expect(
    written.sort(([day, of], [other, some]) => `${day}${typeof of}`.localeCompare(`${other}${typeof some}`)),
  ).toEqual([
    ['2026-11-20', 3],
    ['2026-11-20', [line(3, 2, 3), line(7, 1, 1)]],
    ['2026-11-21', 1],
    ['2026-11-21', [line(3, 2, 2)]],
  ]);
});
