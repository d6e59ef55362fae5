import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { openDatabase } from '../server/db/open.ts';
import { HttpMetrics } from '../server/http/http-metrics.ts';
import { serveMetrics } from '../server/metrics/serve.ts';
import { startTestApp } from '../server/testing/app.ts';
import { timeAt } from '../server/testing/clock/time-at.ts';
import { createSeededDatabase } from '../server/testing/seeded.ts';
import { findTool } from '../server/testing/tools.ts';
import { ROOT, readCompose } from './testing/compose.ts';
import { FILLED } from './testing/filled-env.ts';

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}
interface Prometheus {
  rule_files: string[];
  alerting: { alertmanagers: { file_sd_configs: { files: string[] }[] }[] };
  scrape_configs: {
    job_name: string;
    static_configs?: { targets: string[] }[];
    file_sd_configs?: { files: string[] }[];
    relabel_configs?: { replacement?: string }[];
  }[];
}

const program = findTool('promtool') ?? '';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const rules = (parse(read('deploy/prometheus/parite.rules.yml')) as Rules).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(read('deploy/grafana/parite.json')) as Dashboard;
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const manual = read('docs/operations.md');

let folder: string;
let metrics: string;

/** A real answer, of a demonstration that has answered a request. */
async function scrape(): Promise<string> {
  const database = await createSeededDatabase();
  const now = () => new Date();
  const http = new HttpMetrics();
  const server = await startTestApp(database.url, now, {}, { httpMetrics: http });
  await server.book.loaded;
  await server.app.inject({ url: '/api/public/currencies', headers: { host: 'localhost' } });
  const { close, ...pool } = openDatabase(database.url);
  const feed = { ratesFeedUrl: 'http://127.0.0.1:1/', ratesFeedInterval: 3600 };
  const parts = { http, ...pool, book: server.book, feed, version: '1.2.3', time: timeAt(now) };
  const served = await serveMetrics(parts, { port: 0, host: '127.0.0.1' });
  const text = await (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
  await served.close();
  await close();
  await server.close();
  await database.close();
  return text;
}

/** What it says when it finds nothing wrong; fails with what it finds. */
async function promtool(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: join(ROOT, 'deploy/prometheus'),
  });
  return stdout + stderr;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-watching-'));
  metrics = await scrape();
});
afterAll(() => rm(folder, { recursive: true }));

test('rules, dashboard and manual ask for what a real answer tells, and for nothing else', () => {
  const told = new Set(['up']);
  for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    told.add(name);
    if (type === 'histogram') for (const part of ['_bucket', '_sum', '_count']) told.add(name + part);
  }
  const asked = [...rules.map(({ expr }) => expr), ...shown, manual].flatMap(
    (text) => text.match(/\b(?:(?:parite|nodejs|process)_[a-z0-9_]+|up(?=\{))/g) ?? [],
  );
  // what compose names its network
  for (const name of asked) if (name !== 'parite_front') expect(told).toContain(name);
  expect(shown.length).toBeGreaterThan(20);
  // these are told only while a feed is configured
  expect(metrics).toMatch(/^parite_mid_rates_due_timestamp_seconds \d+$/m);
});

test('the manual says of every alert what to do, and of none that is not there', () => {
  const lines = manual.match(/^\| `[A-Z][a-z].*?\|/gm) ?? [];
  const explained = lines.flatMap((line) => [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(explained.toSorted()).toEqual([...new Set(rules.map(({ alert }) => alert))].toSorted());
});

const targetsOf = ({ scrape_configs }: Prometheus) =>
  Object.fromEntries(
    scrape_configs.map(({ job_name, static_configs = [] }) => [
      job_name,
      static_configs.flatMap(({ targets }) => targets),
    ]),
  );

test('Prometheus asks every instance of compose.yaml, its proxy and its probes, on their ports for that', () => {
  const config = parse(read('deploy/prometheus/prometheus.yml')) as Prometheus;
  const { services } = readCompose(FILLED);
  const apps = Object.entries(services).filter(([name]) => /^app\d$/.test(name));
  const port = /METRICS_PORT:(\d+)/.exec(read('deploy/caddy/Caddyfile'))?.[1];
  expect(targetsOf(config)).toEqual({
    parite: apps.map(([name, { environment }]) => `${name}:${environment.METRICS_PORT}`),
    proxy: [`proxy:${port}`],
    machine: ['node:9100'],
    hosts: [],
  });
  expect(config.scrape_configs.at(-1)?.file_sd_configs).toEqual([{ files: ['/etc/parite/hosts.yml'] }]);
  expect(config.rule_files).toEqual(['parite.rules.yml']);
});

test('without containers it asks the same of the machine itself', () => {
  const local = parse(read('deploy/systemd/prometheus.yml')) as Prometheus;
  const composed = parse(read('deploy/prometheus/prometheus.yml')) as Prometheus;
  const ports = [3001, 3002, 3003].map((port) => `127.0.0.1:1${port}`);
  const targets = targetsOf(local);
  expect(targets).toEqual({
    parite: ports,
    proxy: ['127.0.0.1:9180'],
    machine: ['127.0.0.1:9100'],
    hosts: [],
  });
  const withoutPlaces = ({ scrape_configs, ...rest }: Prometheus) => ({
    ...rest,
    jobs: scrape_configs.map(({ static_configs: _targets, relabel_configs = [], ...job }) => ({
      ...job,
      relabel_configs: relabel_configs.map(({ replacement: _place, ...each }) => each),
    })),
  });
  expect(withoutPlaces(local)).toEqual(withoutPlaces(composed));
});

test('where alerts go stands in a file that git does not know, so that a pull never conflicts', () => {
  const { alerting } = parse(read('deploy/prometheus/prometheus.yml')) as Prometheus;
  const files = alerting.alertmanagers.flatMap((each) => each.file_sd_configs.flatMap((sd) => sd.files));
  expect(files).toEqual(['alertmanagers.yml']);
  for (const file of files) {
    expect(read('.gitignore').split('\n')).toContain(`/deploy/prometheus/${file}`);
    expect(manual).toContain(`deploy/prometheus/${file}`);
  }
});

describe.runIf(program)('promtool', () => {
  test('accepts the configuration and its rules, which tell what they should', async () => {
    expect(await promtool('check', 'config', 'prometheus.yml')).toContain(`${rules.length} rules found`);
    expect(await promtool('test', 'rules', 'minutes.test.yml', 'hours.test.yml')).not.toContain('FAILED');
  });

  test('accepts that of a machine without containers', async () => {
    const checked = await promtool('check', 'config', '--syntax-only', '../systemd/prometheus.yml');
    expect(checked).toContain('SUCCESS');
  });

  test('accepts the metrics', async () => {
    const checked = promisify(execFile)(program, ['check', 'metrics']);
    checked.child.stdin?.end(metrics);
    const { stdout, stderr } = await checked;
    expect(stdout + stderr).toBe('');
  });

  test('understands what every panel of the dashboard asks', async () => {
    const file = join(folder, 'panels.rules.yml');
    const records = shown.map((expr, i) => ({ record: `panel_${i}`, expr }));
    await writeFile(file, stringify({ groups: [{ name: 'panels', rules: records }] }));
    expect(await promtool('check', 'rules', file)).toContain(`${shown.length} rules found`);
  });
});
