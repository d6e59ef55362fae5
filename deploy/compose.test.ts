import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/config.ts';
import { hasNatsServer, NatsServer } from '../server/testing/nats-server.ts';
import { ROOT, readCompose, readComposeText, variablesOf } from './testing/compose.ts';
import { FILLED } from './testing/filled-env.ts';

const text = readComposeText();
const { services, networks, configs } = readCompose(FILLED);
const { proxy, database, backup, archive, nats, prometheus, blackbox, node, ...apps } = services;
const [app1] = Object.values(apps);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const dockerfile = read('Dockerfile');

describe('compose.yaml', () => {
  test('runs three instances alike, each on the settings that the server knows', () => {
    expect(Object.keys(apps)).toEqual(['app1', 'app2', 'app3']);
    for (const app of Object.values(apps)) expect(app).toEqual(app1);
    const environment = app1?.environment ?? {};
    expect(readConfig(environment)).toMatchObject({
      demo: false,
      trustProxy: true,
      publicHost: 'parite.example',
      metricsPort: 9464,
    });
    const shown = readCompose({ ...FILLED, DEMO: 'on', DEMO_MOVES: 'off' }).services.app1?.environment ?? {};
    expect(readConfig(shown)).toMatchObject({ demo: true, demoMoves: false });
    const asked = new Set<string>();
    const listening = new Proxy(environment, {
      get(known, name: string) {
        asked.add(name);
        return known[name];
      },
    });
    readConfig(listening);
    for (const name of Object.keys(environment)) expect(asked).toContain(name);
  });

  test('demands what has no default, and nothing that .env is not told to hold', () => {
    const variables = variablesOf(text);
    const demanded = variables.filter(({ isDemanded }) => isDemanded).map(({ name }) => name);
    expect(new Set(demanded)).toEqual(new Set(Object.keys(FILLED)));
    for (const { name, isDemanded, hasDefault } of variables)
      expect(isDemanded || hasDefault, name).toBe(true);
    expect(() => readCompose({ ...FILLED, SECRET: '' })).toThrow(/^SECRET/);
    const operations = read('docs/operations.md');
    for (const name of demanded) expect(operations).toContain(`${name}=`);
  });

  test('opens the proxy alone to the outside, and the database to the instances alone', () => {
    expect(proxy?.ports).toEqual(['80:80', '443:443', '443:443/udp']);
    for (const service of Object.values(services).filter((each) => each !== proxy))
      expect(service?.ports).toBeUndefined();
    expect(database?.networks).toEqual(['back']);
    expect(backup?.networks).toEqual(['back']);
    expect(networks.back).toEqual({ internal: true });
    expect(proxy?.networks).toEqual(['front']);
  });

  test('bounds and restarts everything, and lets no instance write or rise', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.restart, name).toBe('unless-stopped');
      expect(service.mem_limit, name).toBeDefined();
      expect(service.logging.options['max-size'], name).toBeDefined();
      // an instance has its image's own; the age of the newest backup is watched
      if (!(name in apps) && service !== backup && service !== archive)
        expect(service.healthcheck, name).toBeDefined();
    }
    expect(app1).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['/data'] });
    expect(readCompose({ ...FILLED, COMMIT: 'abc' }).services.app1?.build?.args).toEqual({ COMMIT: 'abc' });
    expect(app1?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  });

  test('backs up every night with the pg_dump of the very server, what nobody else may read, and keeps it', () => {
    expect(dockerfile).toContain('ARG POSTGRES=postgres:18\n');
    for (const service of [backup, database])
      expect(dockerfile).toMatch(new RegExp(`^FROM \\$\\{POSTGRES\\} AS ${service?.build?.target}$`, 'm'));
    expect(backup).toMatchObject({
      build: { target: 'backup' },
      command: ['backup', '--into', '/backups', '--keep', '30', '--nightly'],
      environment: app1?.environment,
      volumes: ['backups:/backups'],
      read_only: true,
      cap_drop: ['ALL'],
      depends_on: { database: { condition: 'service_healthy' } },
    });
    expect(readCompose({ ...FILLED, BACKUPS: '/srv/b' }).services.backup?.volumes).toEqual([
      '/srv/b:/backups',
    ]);
  });

  test('keeps the database where PostgreSQL 18 has it', () => {
    expect(database?.volumes).toEqual([
      'database:/var/lib/postgresql',
      './deploy/postgres:/docker-entrypoint-initdb.d:ro',
      'backups:/backups',
      'socket:/var/run/postgresql',
    ]);
  });

  test('archives WAL and copies the cluster beside the dumps, for the same recipient and the same days', () => {
    const chosen = readCompose({ ...FILLED, BACKUP_RECIPIENT: 'age1x', BACKUP_KEEP_DAYS: '9' }).services;
    expect(chosen.database?.command).toContain('archive_command=archive-wal %p %f /backups/wal age1x');
    expect(chosen.database?.command).toEqual(
      expect.arrayContaining(['archive_mode=on', 'archive_timeout=300']),
    );
    expect(chosen.archive).toMatchObject({
      image: database?.image,
      command: ['/backups/wal', 'age1x', '9'],
      user: 'postgres',
      network_mode: 'none',
      volumes: ['backups:/backups', 'socket:/var/run/postgresql'],
    });
  });

  test('watches with what .env says, and no file of git names a host', () => {
    for (const service of [prometheus, blackbox, node])
      expect(service).toMatchObject({ profiles: ['watching'], networks: ['front'] });
    expect(parse(configs.hosts?.content ?? '')).toEqual([
      { targets: ['https://parite.example/readyz', 'https://bureaux.parite.example/readyz'] },
    ]);
  });

  test.skipIf(!hasNatsServer)('runs NATS for those who know a password alone', async () => {
    const passwords = { NATS_WHOLE_PASSWORD: 'a1-of-the-whole', NATS_COMPARE_PASSWORD: 'b2-of-others' };
    const { nats: service } = readCompose({ ...FILLED, ...passwords }).services;
    expect(service?.environment).toEqual(passwords);
    expect(service?.volumes).toContain('./deploy/nats:/etc/nats:ro');
    expect(service?.command?.slice(0, 3)).toEqual(['--config', '/etc/nats/users.conf', '--jetstream']);
    const server = await NatsServer.open({
      config: join(ROOT, 'deploy/nats/users.conf'),
      env: service?.environment ?? {},
    });
    const { host } = new URL(server.url);
    const comes = (user?: string, pass?: string) =>
      connect({ servers: host, maxReconnectAttempts: 0, ...(user && { user, pass: pass ?? '' }) }).then(
        (nats) => nats.close(),
      );
    await comes('whole', 'a1-of-the-whole');
    await comes('compare', 'b2-of-others');
    for (const [user, pass] of [[], ['whole'], ['whole', 'b2-of-others']]) {
      await expect(comes(user, pass)).rejects.toThrow(/authorization/i);
    }
    await server.close();
  });

  test.runIf(hasCompose())('is accepted by docker compose', () => {
    const env = { ...process.env, ...FILLED };
    execFileSync('docker', ['compose', 'config', '--quiet'], { cwd: ROOT, env, stdio: 'pipe' });
    const { SECRET: _left, ...incomplete } = env as Record<string, string>;
    expect(() =>
      execFileSync('docker', ['compose', '--env-file', '/dev/null', 'config', '--quiet'], {
        cwd: ROOT,
        env: incomplete,
        stdio: 'pipe',
      }),
    ).toThrow(/SECRET/);
  });
});

describe('Dockerfile', () => {
  test('has the Node of package.json', () => {
    const { dependencies } = JSON.parse(read('package.json'));
    expect(dockerfile).toContain(`ARG NODE=node:${dependencies.node}-slim`);
  });
});

function hasCompose(): boolean {
  try {
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
