import { expect, test, vi } from 'vitest';
import { type ClockReading, followTime } from './clock.ts';

const AT = new Date('2030-06-01T08:00:00Z');
const aReading = (reading: Partial<ClockReading> = {}): ClockReading => ({
  at: AT,
  believedAt: AT,
  isBelieved: true,
  time: AT,
  agreedAt: null,
  ...reading,
});
const isAbout = (at: Date, now: Date) => Math.abs(now.getTime() - at.getTime()) < 30_000;

test('an instance tells the time that it measured, and goes on by it while the database is away', async () => {
  let isAway = false;
  let reads = 0;
  const read = async () => {
    reads++;
    if (isAway) throw new Error('away');
    return aReading();
  };
  const { now, measured, close } = followTime({ read }, undefined, 5);
  await measured;
  expect(isAbout(AT, now())).toBe(true);
  isAway = true;
  const seen = reads;
  await vi.waitFor(() => expect(reads).toBeGreaterThan(seen + 2), { timeout: 10_000 });
  expect(isAbout(AT, now())).toBe(true);
  await close();
});

test.each([
  ['while it runs, by what it measured itself', new Date('2030-05-01T08:00:00Z')],
  ['after a stop, by the database', null],
])('a clock in doubt: %s', async (_how, time) => {
  const read = async () => aReading({ isBelieved: false, time });
  const { now, measured, close } = followTime({ read });
  await measured;
  expect(isAbout(time ?? AT, now())).toBe(true);
  await close();
});

test('a start without the database fails', async () => {
  const read = () => Promise.reject(new Error('away'));
  const { measured, close } = followTime({ read });
  await expect(measured).rejects.toThrow('away');
  await close();
});
