import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginRun } from './last-run.ts';

test('a run knows how the one before it on its port ended', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parite-run-'));
  const begin = (port = 3001) => beginRun({ dataDir, port });
  const first = await begin();
  expect(first.lastEndedCleanly).toBeNull();
  // killed
  const second = await begin();
  expect(second.lastEndedCleanly).toBe(false);
  await second.end();
  expect((await begin(3002)).lastEndedCleanly).toBeNull();
  expect((await begin()).lastEndedCleanly).toBe(true);
  await rm(dataDir, { recursive: true });
});

test('a folder that is not there stops nothing', async () => {
  const run = await beginRun({ dataDir: '/nowhere', port: 3000 });
  await run.end();
  expect(run.lastEndedCleanly).toBeNull();
});
