import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProcesses } from '../server/db/embedded/postmaster.ts';

const BENCH = join(import.meta.dirname, '../bench');

/** Says its server's address, then ends as asked. */
const scriptOf = (ending: string) => `
  import { Servers } from '${BENCH}/servers.ts';
  const servers = await Servers.open();
  const { url } = await servers.start('${BENCH}/bare-server.ts', {});
  console.log(url);
  ${ending};
  setInterval(() => undefined, 1_000);
`;

test.each([
  ['throws', 'throw new Error("no promise was kept")', null],
  ['is interrupted', '', 'SIGINT'],
  ['is killed', '', 'SIGKILL'],
] as const)('a proof that %s leaves neither its server nor its PostgreSQL running', async (_how, ending, sent) => {
  const folder = await mkdtemp(join(tmpdir(), 'parite-ending-'));
  await chmod(folder, 0o711);
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', scriptOf(ending)], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data');
  if (sent) child.kill(sent);
  await exited;
  await expect.poll(() => isUp(url.trim())).toBe(false);
  const [bench = ''] = await readdir(folder);
  await expect.poll(() => findProcesses(join(folder, bench, 'postgres'))).toEqual([]);
  await rm(folder, { recursive: true });
});

function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
