import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../server/config.ts';
import { createTestDatabase } from '../server/testing/database.ts';
import { FLAGS } from '../server/testing/server-process.ts';
import { findTool } from '../server/testing/tools.ts';
import { ROOT } from './testing/compose.ts';
import { FILLED } from './testing/filled-env.ts';
import { INSTALLED, readAssignments, readUnit, verifyUnits } from './testing/systemd.ts';

const program = findTool('systemd-analyze') ?? '';

test.runIf(program)('systemd understands the unit, and finds little that the service could do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parite-unit-'));
  const unit = await readFile(join(ROOT, 'deploy/systemd/parite@.service'), 'utf8');
  const file = join(folder, 'parite@3001.service');
  // systemd looks whether the program is there
  await writeFile(file, unit.replaceAll(INSTALLED, ROOT));
  expect(verifyUnits(program, [file])).toEqual([]);
  const misspelt = join(folder, 'parite@3002.service');
  await writeFile(misspelt, unit.replaceAll(INSTALLED, ROOT).replace('ExecStart=', 'ExecStrat='));
  expect(verifyUnits(program, [misspelt]).join('\n')).toContain('ExecStrat');
  const security = ['security', '--offline=true', '--no-pager', file];
  const { stdout: exposure } = await promisify(execFile)(program, security);
  const [, level] = /exposure level for parite@3001\.service: ([\d.]+)/.exec(exposure) ?? [];
  // of 10; what is left comes from the network, which it must reach
  expect(Number(level)).toBeLessThan(2);
  await rm(folder, { recursive: true });
});

test('it starts the server as npm start does', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [program, ...args] = readUnit('parite@.service', '3001')('ExecStart')[0]?.split(' ') ?? [];
  expect(program).toBe(`${INSTALLED}/node_modules/node/bin/node`);
  expect(args).toEqual([...FLAGS, 'server/main.ts']);
  expect(scripts.start).toContain(FLAGS.join(' '));
});

test('its settings are those of the server, and Caddy leads to its instances', () => {
  const settingOf = readUnit('parite@.service', '3001');
  const environment = readAssignments(settingOf('Environment'));
  const config = readConfig({
    ...FILLED,
    DATABASE_URL: 'postgres://parite@localhost/parite',
    ...environment,
  });
  expect(config).toMatchObject({
    port: 3001,
    metricsPort: 13001,
    host: '127.0.0.1',
    trustProxy: true,
    demo: false,
  });
  expect(`/var/lib/${settingOf('StateDirectory')[0]}`).toBe(config.dataDir);
  const { INSTANCES } = readAssignments(readUnit('caddy.conf', '')('Environment'));
  expect(INSTANCES).toBe([3001, 3002, 3003].map((port) => `127.0.0.1:${port}`).join(' '));
});

test('the command line has what the instances have: its links are those of the proxy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parite-command-'));
  const database = await createTestDatabase();
  // in its place: the variables that it is told to set, and the command
  const stand = `#!/bin/sh
while case $1 in -*) true ;; *) false ;; esac; do
  case $1 in --setenv=*) export "\${1#--setenv=}" ;; esac
  shift
done
shift
cd '${ROOT}' && exec '${process.execPath}' "$@"
`;
  await writeFile(join(folder, 'systemd-run'), stand, { mode: 0o755 });
  const env = { ...FILLED, DATABASE_URL: database.url, PATH: `${folder}:${process.env.PATH}` };
  const command = join(ROOT, 'deploy/systemd/parite');
  const { stdout } = await promisify(execFile)(command, ['create-admin', 'zoe@exemple.fr', 'Zoé'], { env });
  expect(stdout).toMatch(/^https:\/\/bureaux\.parite\.example\/#\//);
  await database.close();
  await rm(folder, { recursive: true });
});

test('a start is done once the instance serves', async () => {
  const [, script = ''] =
    /^\S+ (\S+)/.exec(readUnit('parite@.service', '3001')('ExecStartPost')[0] ?? '') ?? [];
  let isReady = false;
  const asked = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.writeHead(isReady && request.url === '/readyz' ? 200 : 503).end();
    asked.resolve();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [script, String(port)], { cwd: ROOT });
  const ended = once(child, 'exit');
  await asked.promise;
  expect(child.exitCode).toBeNull();
  isReady = true;
  expect(await ended).toEqual([0, null]);
  server.close();
});
