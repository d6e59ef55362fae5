import { expect, test, vi } from 'vitest';
import { DatabaseAwayError } from '../../db/away.ts';
import { cacheBookings } from './landing-page.ts';

const countsOf = (bureaux: number) => ({ bureaux, counter: 0, airport: 0, hotel: 0, card: 0 });

test('the first page waits for its counts, a later one shows those of before', async () => {
  const report = vi.fn();
  const readings: PromiseWithResolvers<ReturnType<typeof countsOf>>[] = [];
  const read = cacheBookings(() => {
    const reading = Promise.withResolvers<ReturnType<typeof countsOf>>();
    readings.push(reading);
    return reading.promise;
  }, report);
  const answer = (bureaux: number) => readings.at(-1)?.resolve(countsOf(bureaux));

  const first = read();
  answer(3);
  expect((await first)?.bureaux).toBe(3);
  expect((await read())?.bureaux).toBe(3);
  answer(4);
  await vi.waitFor(async () => expect((await read())?.bureaux).toBe(4));
  readings.at(-1)?.reject(new DatabaseAwayError());
  expect((await read())?.bureaux).toBe(4);
  expect(report).not.toHaveBeenCalled();
  readings.at(-1)?.reject(new Error('of its own'));
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce());
});

test('counts that could never be read are unknown', async () => {
  const read = cacheBookings(() => Promise.reject(new DatabaseAwayError()), vi.fn());
  expect(await read()).toBeNull();
});
