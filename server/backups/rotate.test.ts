import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupName, rotate } from './rotate.ts';

const DAY_MS = 24 * 60 * 60_000;
const TODAY = new Date('2026-11-20T02:30:00Z');
const dayOf = (days: number) => new Date(TODAY.getTime() + days * DAY_MS);
const nightsOf = (...days: number[]) => days.map((day) => backupName(dayOf(day), false));
const nightly = (from: number, to: number) =>
  nightsOf(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-rotate-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(...names: string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), '');
}

test('what is older than it may be goes, night after night', async () => {
  await put(...nightly(-32, 0));
  const gone = nightsOf(-32, -31);
  expect(await rotate(folder, { keepDays: 30, now: TODAY })).toEqual({ removed: gone, doubted: null });
  expect(await readdir(folder)).toHaveLength(31);
});

test('a clock that is years ahead costs no backup, neither the first night nor the next ones', async () => {
  await put(...nightly(-30, 0));
  for (const night of [1097, 1098]) {
    const now = dayOf(night);
    await put(backupName(now, false));
    const { removed, doubted } = await rotate(folder, { keepDays: 30, now });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(nightly(-4, 0)));
    if (night === 1097) expect([removed, doubted]).toEqual([[], backupName(TODAY, false)]);
  }
});

test('the newest seven stay whatever their age', async () => {
  await put(...nightsOf(-400, -300, -200, -100, -90, -80, -70, -1, 0));
  const { removed } = await rotate(folder, { keepDays: 30, now: TODAY });
  expect(removed).toEqual(nightsOf(-400, -300));
});

test('one of a day to come holds up all of it, and is named', async () => {
  await put(...nightly(-40, 0), ...nightsOf(1097));
  const [ahead = ''] = nightsOf(1097);
  expect(await rotate(folder, { keepDays: 30, now: TODAY })).toEqual({ removed: [], doubted: ahead });
});

test('a backup that is being written stays, whatever the clock of the database', async () => {
  await put('parite-now.sql.gz.7.part', 'parite-old.sql.gz.7.part', ...nightsOf(1097));
  await utimes(join(folder, 'parite-old.sql.gz.7.part'), 0, 0);
  // what the file system writes is of the machine's clock
  await utimes(join(folder, 'parite-now.sql.gz.7.part'), new Date(), new Date());
  await rotate(folder, { keepDays: 30, now: dayOf(1097) });
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['parite-now.sql.gz.7.part']));
  expect(await readdir(folder)).not.toContain('parite-old.sql.gz.7.part');
});
