// Duration: more than 200 codes asked for, one after the other, and six evaluations of the rules.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { openDatabase } from '../server/db/open.ts';
import { HttpMetrics } from '../server/http/http-metrics.ts';
import { enqueueMail } from '../server/mail/enqueue-mail.ts';
import { type ServedMetrics, serveMetrics } from '../server/metrics/serve.ts';
import { admitBureau } from '../server/testing/bookings.ts';
import { timeAt } from '../server/testing/clock/time-at.ts';
import { type MailServer, openMailServer } from '../server/testing/mail-server.ts';
import { enqueueNewsletter, startTestMails, type TestWorker } from '../server/testing/mails.ts';
import { type OpenOffice, openOffice } from '../server/testing/open-office.ts';
import { findTool } from '../server/testing/tools.ts';
import { visit } from '../server/testing/travellers.ts';
import { ROOT } from './testing/compose.ts';

const HOUR = 3_600_000;
const program = findTool('promtool') ?? '';
const ALERTS = ['MailsLate', 'MailsStopped', 'MailTriesFailing', 'MailsGivenUp', 'CodesRefused'];
const soon = { timeout: 30_000, interval: 100 };

let office: OpenOffice;
let pool: ReturnType<typeof openDatabase>;
let server: MailServer;
let worker: TestWorker;
let metrics: ServedMetrics;
let folder: string;
let clock = new Date();
const now = () => clock;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-outage-'));
  office = await openOffice({}, now);
  await admitBureau(office.db, office.companies.Quais ?? 0);
  pool = openDatabase(office.url);
  server = await openMailServer();
  worker = send([0, 3 * HOUR]);
  metrics = await serveMetrics(
    {
      http: new HttpMetrics(),
      ...pool,
      book: office.book,
      feed: { ratesFeedUrl: null, ratesFeedInterval: 3600 },
      version: '1',
      time: timeAt(now),
      readEvery: 300,
    },
    { port: 0, host: '127.0.0.1' },
  );
});
afterAll(async () => {
  await metrics.close();
  await worker.close();
  await pool.close();
  await office.close();
  await rm(folder, { recursive: true });
});

const send = (retries: number[]) =>
  startTestMails({ db: office.db, url: office.url, smtpUrl: server.url, now, times: { retries } });

async function scrape(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  return new Map(
    [...text.matchAll(/^(parite_[^ ]+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
}

/** Alerts that the rules raise of two real answers, the second one after the server stopped. */
async function listRaised(before: Map<string, number>, after: Map<string, number>): Promise<string[]> {
  const series = [...after].map(([name, value]) => ({
    series: name.includes('{') ? name.replace('{', '{job="parite",') : `${name}{job="parite"}`,
    values: `${before.get(name) ?? 0}x5 ${value}x12`,
  }));
  const file = join(folder, 'outage.test.yml');
  const rule_files = [join(ROOT, 'deploy/prometheus/parite.rules.yml')];
  const alert_rule_test = ALERTS.map((alertname) => ({ alertname, eval_time: '14m', exp_alerts: [] }));
  const tests = [{ interval: '1m', input_series: series, alert_rule_test }];
  await writeFile(file, stringify({ rule_files, tests }));
  return promisify(execFile)(program, ['test', 'rules', file]).then(
    () => [],
    ({ stdout, stderr }) => {
      const raised = ALERTS.filter((alert) => `${stdout}${stderr}`.includes(`alertname: ${alert},`));
      expect(raised).not.toEqual([]);
      return raised;
    },
  );
}

test.runIf(program)(
  'a mail server that stops is looked at after minutes, and wakes after an hour',
  async () => {
    await enqueueNewsletter(office.db, 'avant@exemple.fr', clock);
    // a letter that is meant for later is not late
    const dueAt = new Date(clock.getTime() + 30 * HOUR);
    await enqueueMail(office.db, {
      kind: 'password',
      recipient: 'demain@exemple.fr',
      params: {},
      at: clock,
      dueAt,
    });
    await vi.waitFor(() => expect(server.received).toHaveLength(1), soon);
    const well = await scrape();
    expect(await listRaised(well, well)).toEqual([]);

    await server.close();
    for (const name of ['un', 'deux', 'trois'])
      await enqueueNewsletter(office.db, `${name}@exemple.fr`, clock);
    const tries = (samples: Map<string, number>, outcome: string) =>
      (samples.get(`parite_mail_tries_total{outcome="${outcome}"}`) ?? 0) -
      (well.get(`parite_mail_tries_total{outcome="${outcome}"}`) ?? 0);
    await vi.waitFor(async () => expect(tries(await scrape(), 'retry')).toBe(6), soon);
    expect(await listRaised(well, await scrape())).toContain('MailTriesFailing');

    // the next try is hours away, and the letters are late all the same
    clock = new Date(clock.getTime() + 20 * 60_000);
    await vi.waitFor(
      async () => expect((await scrape()).get('parite_mails_oldest_due_seconds')).toBe(1200),
      soon,
    );
    const late = await listRaised(well, await scrape());
    expect(late).toContain('MailsLate');
    expect(late).not.toContain('MailsStopped');
    clock = new Date(clock.getTime() + HOUR);
    await vi.waitFor(
      async () => expect((await scrape()).get('parite_mails_oldest_due_seconds')).toBe(4800),
      soon,
    );
    expect(await listRaised(well, await scrape())).toContain('MailsStopped');

    // travellers ask again and again for codes that do not come
    const ask = (i: number) =>
      visit(office.app, `198.51.${i % 3}.9`).post('/api/traveller/code', { email: `lea${i}@exemple.fr` });
    const answers: number[] = [];
    for (let i = 0; i < 203; i += 1) answers.push((await ask(i)).statusCode);
    expect(answers.filter((status) => status === 200)).toHaveLength(200);
    const full = await scrape();
    expect(
      (full.get('parite_traveller_codes_unsent_total') ?? 0) -
        (well.get('parite_traveller_codes_unsent_total') ?? 0),
    ).toBe(3);
    const raised = await listRaised(well, full);
    expect(raised).toContain('CodesRefused');
    expect(raised).not.toContain('MailsGivenUp');
    clock = new Date(clock.getTime() + 4 * HOUR);
    await vi.waitFor(async () => expect(tries(await scrape(), 'given_up')).toBeGreaterThanOrEqual(3), soon);
    expect(await listRaised(well, await scrape())).toContain('MailsGivenUp');
  },
  180_000,
);
