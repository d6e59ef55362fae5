import pino from 'pino';
import { expect, test } from 'vitest';
import { startComparisonCounter } from './comparison-counter.ts';
import { startImpressionCounter } from './impression-counter.ts';
import type { Impressions } from './kpis.queries.ts';

const log = pino({ level: 'silent' });
const asked = { code: 'USD', offerIsBase: true };

/** A counter whose writings wait until they are let go on, or fail. */
function open(now: () => Date) {
  const written: [day: string, of: number | readonly Impressions[]][] = [];
  const gate = { wait: Promise.resolve(), fails: false };
  const add = async (day: string, of: number | readonly Impressions[]) => {
    const { fails } = gate;
    await gate.wait;
    if (fails) throw new Error('away');
    written.push([day, of]);
  };
  const counter = startComparisonCounter({ add, now, log, shown: { list: () => [7, 3], add } });
  return { counter, written, gate };
}

test('a reader of the counts waits for the write in progress', async () => {
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

test('a count belongs to the day of the comparison, whenever it is written', async () => {
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

test('a batch of counts is bounded', async () => {
  const added: (readonly Impressions[])[] = [];
  const asked: string[] = [];
  const held = Promise.withResolvers<void>();
  const list = (code: string) => {
    asked.push(code);
    return [1];
  };
  const add = async (_day: string, lines: readonly Impressions[]) => {
    added.push(lines);
    await held.promise;
  };
  const counter = startImpressionCounter({ list, add, now: () => new Date('2026-11-20T12:00:00Z'), log });
  const shown = Array.from({ length: 4_500 }, (_, i) => i + 1);
  counter.count({ code: 'USD', offerIsBase: true, shown: null });
  counter.count({ code: 'AED', offerIsBase: false, shown });
  const flushed = counter.flush();
  await new Promise(setImmediate);
  expect([added.length, asked]).toEqual([1, []]);
  held.resolve();
  await flushed;
  expect(added.map(({ length }) => length)).toEqual([2_000, 2_000, 501]);
  expect(added.flat().filter(({ code }) => code === 'AED')).toEqual(
    shown.map((companyId) => ({ companyId, code: 'AED', shown: 1, ranks: companyId })),
  );
  expect(added.flat().at(-1)).toEqual({ companyId: 1, code: 'USD', shown: 1, ranks: 1 });
});

test('each count is written once, and later ones with the next write', async () => {
  const added: Impressions[] = [];
  const list = () => [1];
  const add = async (_day: string, lines: readonly Impressions[]) => {
    if (added.length === 0) counter.count({ code: 'USD', offerIsBase: true, shown: [9, 2] });
    added.push(...lines);
  };
  const counter = startImpressionCounter({ list, add, now: () => new Date('2026-11-20T12:00:00Z'), log });
  counter.count({ code: 'USD', offerIsBase: true, shown: [5, 2] });
  counter.count({ code: 'GBP', offerIsBase: true, shown: null });
  await counter.flush();
  const line = (companyId: number, code: string, ranks: number) => ({ companyId, code, shown: 1, ranks });
  expect(added).toEqual([line(1, 'GBP', 1), line(2, 'USD', 2), line(5, 'USD', 1)]);
  await counter.flush();
  expect(added.slice(3)).toEqual([line(2, 'USD', 2), line(9, 'USD', 1)]);
  await counter.flush();
  expect(added).toHaveLength(5);
});

/** A counter over a database that is away or not. */
function openAway(list: (code: string) => readonly number[]) {
  const state = { isAway: true, tries: 0, day: '2026-11-20', added: new Map<string, Impressions[]>() };
  const add = async (day: string, lines: readonly Impressions[]) => {
    state.tries += 1;
    if (state.isAway) throw new Error('away');
    state.added.set(day, [...(state.added.get(day) ?? []), ...lines]);
  };
  const now = () => new Date(`${state.day}T12:00:00Z`);
  return { state, counter: startImpressionCounter({ list, add, now, log }) };
}

test('without the database no count is lost, and each write is tried once', async () => {
  const { state, counter } = openAway(() => [7, 3]);
  const shown = Array.from({ length: 2_500 }, (_, i) => i + 1);
  for (let minute = 0; minute < 60; minute++) {
    counter.count({ code: 'USD', offerIsBase: true, shown });
    counter.count({ code: 'GBP', offerIsBase: true, shown: null });
    await counter.flush();
  }
  expect(state.tries).toBe(60);
  state.isAway = false;
  await counter.flush();
  expect(state.added.get('2026-11-20')).toEqual([
    { companyId: 3, code: 'GBP', shown: 60, ranks: 120 },
    { companyId: 7, code: 'GBP', shown: 60, ranks: 60 },
    ...shown.map((companyId) => ({ companyId, code: 'USD', shown: 60, ranks: 60 * companyId })),
  ]);
  await counter.flush();
  expect(state.tries).toBe(60 + 2);
});

test('at most three days wait for the database', async () => {
  const { state, counter } = openAway(() => [7]);
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
    state.day = day;
    counter.count({ code: 'GBP', offerIsBase: true, shown: [3] });
    await counter.flush();
  }
  state.isAway = false;
  await counter.flush();
  expect([...state.added.keys()]).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
});

test('unresolved ranks of a currency are counted later', async () => {
  let isBroken = true;
  const { state, counter } = openAway((code) => {
    if (isBroken && code === 'GBP') throw new Error('broken');
    return [7];
  });
  state.isAway = false;
  for (const code of ['GBP', 'USD']) counter.count({ code, offerIsBase: true, shown: null });
  await counter.flush();
  const line = (code: string) => ({ companyId: 7, code, shown: 1, ranks: 1 });
  expect(state.added.get(state.day)).toEqual([line('USD')]);
  isBroken = false;
  await counter.flush();
  expect(state.added.get(state.day)).toEqual([line('USD'), line('GBP')]);
});
