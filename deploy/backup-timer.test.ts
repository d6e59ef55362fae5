import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clockEnvironment } from '../server/testing/clock/offset.ts';
import { shiftCluster } from '../server/testing/embedded.ts';
import { findTool } from '../server/testing/tools.ts';
import { ROOT } from './testing/compose.ts';
import { INSTALLED, readUnit, verifyUnits } from './testing/systemd.ts';

const analyze = findTool('systemd-analyze') ?? '';
const run = promisify(execFile);

let folder: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-timer-'));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true }));

test.runIf(analyze)('systemd understands the units, and the hour comes every night', async () => {
  const files = await Promise.all(
    ['parite-backup.service', 'parite-backup.timer', 'parite-archive.service', 'parite-archive.timer'].map(
      async (name) => {
        const unit = await readFile(join(ROOT, 'deploy/systemd', name), 'utf8');
        await writeFile(join(folder, name), unit.replaceAll(INSTALLED, ROOT));
        return join(folder, name);
      },
    ),
  );
  expect(verifyUnits(analyze, files)).toEqual([]);
  const [when = ''] = readUnit('parite-backup.timer', '')('OnCalendar');
  const nights = await run(analyze, ['calendar', '--iterations=3', when]);
  expect(nights.stdout.match(/ 02:30:00/g)?.length).toBeGreaterThanOrEqual(3);
});

test('what the service runs is a backup that is kept and verified', async () => {
  const settingOf = readUnit('parite-backup.service', '');
  const [command = ''] = settingOf('ExecStart');
  const kept = /--into (\S+)/.exec(command)?.[1] ?? '';
  expect(settingOf('StateDirectory')[0]?.split(' ')).toContain(kept.replace('/var/lib/', ''));
  const [program = '', ...args] = command
    .replaceAll(INSTALLED, ROOT)
    .replace(kept, join(folder, 'backups'))
    .split(' ');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...clockEnvironment(), DATA_DIR: join(folder, 'data') };
  await shiftCluster(join(folder, 'data'));
  const { stdout, stderr } = await run(program, args, { cwd: ROOT, env });
  expect(stdout).toBe('');
  expect(stderr).toContain('Sauvegarde vérifiée dans une base d’essai');
  expect(await readdir(join(folder, 'backups'))).toEqual([
    expect.stringMatching(/^parite-.*Z\.sql\.gz\.age$/),
  ]);
});
