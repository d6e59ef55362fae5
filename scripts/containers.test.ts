import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  image: string;
  ports?: string[];
  environment: Record<string, string>;
  depends_on?: unknown;
  networks: string[];
  volumes?: string[];
  restart: string;
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  healthcheck?: { test: string[] };
  logging: { options: Record<string, string> };
}

const text = read('compose.yaml');
const compose: {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
} = parse(text);
const { proxy, database, ...apps } = compose.services;
const [app1] = Object.values(apps);
const dockerfile = read('Dockerfile');
const caddyfile = read('Caddyfile');

// what .env holds once it is filled in
const FILLED: Record<string, string> = {
  PUBLIC_HOST: 'parite.example',
  BACKOFFICE_HOST: 'bureaux.parite.example',
  ACME_EMAIL: 'technique@parite.example',
  DATABASE_PASSWORD: 'a1b2c3d4',
  SECRET: 'of-a-test-and-of-nothing-else-0123456789',
  SMTP_URL: 'smtps://parite:a@mail.example',
  MAIL_FROM: 'Parité <ne-pas-repondre@parite.example>',
};
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

describe('compose.yaml', () => {
  test('runs three instances alike, each on the settings that the server knows', () => {
    expect(Object.keys(apps)).toEqual(['app1', 'app2', 'app3']);
    for (const app of Object.values(apps)) expect(app).toEqual(app1);
    const environment = Object.entries(app1?.environment ?? {}).map(([name, value]) => [name, fill(value)]);
    const config = readConfig(Object.fromEntries(environment));
    expect(config).toMatchObject({
      demo: false,
      trustProxy: true,
      publicHost: 'parite.example',
      metricsPort: 9464,
    });
    const known = read('server/config.ts');
    for (const [name] of environment) expect(known).toMatch(new RegExp(`['.]${name}\\b`));
  });

  test('demands what has no default, and nothing that .env is not told to hold', () => {
    const demanded = [...text.matchAll(VARIABLE)]
      .filter(([, , kind]) => kind === '?')
      .map(([, name]) => name);
    expect(new Set(demanded)).toEqual(new Set(Object.keys(FILLED)));
    for (const [variable, , kind] of text.matchAll(VARIABLE)) expect(kind, variable).toBeDefined();
    const operations = read('docs/operations.md');
    for (const name of demanded) expect(operations).toContain(`${name}=`);
  });

  test('opens the proxy alone to the outside, and the database to the instances alone', () => {
    expect(proxy?.ports).toEqual(['80:80', '443:443', '443:443/udp']);
    for (const service of [database, ...Object.values(apps)]) expect(service?.ports).toBeUndefined();
    expect(database?.networks).toEqual(['back']);
    expect(compose.networks.back).toEqual({ internal: true });
    expect(proxy?.networks).toEqual(['front']);
  });

  test('bounds and restarts everything, and lets no instance write or rise', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.restart, name).toBe('unless-stopped');
      expect(service.mem_limit, name).toBeDefined();
      expect(service.logging.options['max-size'], name).toBeDefined();
      // an instance has its image's own
      if (!(name in apps)) expect(service.healthcheck, name).toBeDefined();
    }
    expect(app1).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(app1?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  });

  test('keeps the database where PostgreSQL 18 has it', () => {
    expect(database?.image).toBe('postgres:18');
    expect(database?.volumes).toEqual(['database:/var/lib/postgresql']);
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

describe('Caddyfile', () => {
  test('serves both hosts, and gives each request to one of the instances that is ready', () => {
    const port = /\bPORT=(\d+)/.exec(dockerfile)?.[1];
    const upstreams = /reverse_proxy (.*) \{/.exec(caddyfile)?.[1]?.split(' ');
    expect(upstreams).toEqual(Object.keys(apps).map((name) => `${name}:${port}`));
    expect(caddyfile).toContain('{$PUBLIC_HOST}, {$BACKOFFICE_HOST} {');
    expect(caddyfile).toContain('health_uri /readyz');
    for (const [, name = ''] of caddyfile.matchAll(/\{\$(\w+)\}/g)) {
      expect(proxy?.environment, name).toHaveProperty(name);
    }
  });
});

describe('Dockerfile', () => {
  test('has the Node of package.json, and an ordinary user to run it', () => {
    const { dependencies } = JSON.parse(read('package.json'));
    expect(dockerfile).toContain(`ARG NODE=node:${dependencies.node}-slim`);
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toContain('CMD ["node", "server/main.ts"]');
    expect(last).toMatch(/^HEALTHCHECK .*\/healthz/m);
  });

  test('copies what is there and what .dockerignore lets through', () => {
    const letThrough = read('.dockerignore')
      .match(/^!(.+)$/gm)
      ?.map((line) => line.slice(1));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    for (const file of copied) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(letThrough).toContain(file);
    }
  });
});

function fill(value: string): string {
  return value.replace(VARIABLE, (_variable, name: string, kind: string, fallback: string) =>
    kind === '-' ? fallback : (FILLED[name] ?? ''),
  );
}

function hasCompose(): boolean {
  try {
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
