import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { RateRow, RatesAnswer } from '#domain/rates/fixing.ts';
import type { TestDatabase } from '../testing/database.ts';
import { type Answer, RemoteBrowser, send } from '../testing/remote-browser.ts';
import { createSeededDatabase } from '../testing/seeded.ts';
import { endServer, type ServerProcess, startServer } from '../testing/server-process.ts';

const PASSWORD = 'parite-demo-2026';
const BUREAU = 'Change des Quais';
const FIXINGS = 30;
const KILLED_AFTER = 10;

let database: TestDatabase;
const folders: string[] = [];
const started: ServerProcess[] = [];
let servers: [ServerProcess, ServerProcess, ServerProcess];

// three servers, on a machine that also does other things
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

async function startInstance(): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'parite-instance-'));
  folders.push(folder);
  const server = await startServer({
    DATABASE_URL: database.url,
    SECRET: 'the-same-for-all-three-0123456789abcdef',
    DATA_DIR: folder,
    DEMO: 'on',
    RATE_LIMIT: '100000',
    SIGN_UP_LIMIT: '100000',
  });
  started.push(server);
  return server;
}

beforeAll(async () => {
  database = await createSeededDatabase();
  servers = await Promise.all([startInstance(), startInstance(), startInstance()]);
});
// the last test ends two, which a random order does before the others
beforeEach(async () => {
  const revive = (server: ServerProcess) =>
    server.child.exitCode === null && server.child.signalCode === null ? server : startInstance();
  const [first, second, third] = servers;
  servers = await Promise.all([revive(first), revive(second), revive(third)]);
});

afterAll(async () => {
  await Promise.all(started.map(({ child }) => endServer(child, 'SIGKILL')));
  await database.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

/** An agent of the demonstration, whom any instance may answer. */
class Agent extends RemoteBrowser {
  async row({ port }: ServerProcess): Promise<RateRow> {
    const { rates } = (await this.call(port, '/api/fixings/rates')).body as RatesAnswer;
    const row = rates.find(({ code }) => code === 'USD');
    if (!row) throw new Error('no dollar');
    return row;
  }

  fix({ port }: ServerProcess, { currency, base, updated_at }: RateRow, sale: number): Promise<Answer> {
    return this.call(port, '/api/fixings/update', {
      currency,
      base,
      amounts: { purchase: null, sale },
      updated_at,
    });
  }
}

const portOf = (index: number) => servers[index % servers.length]?.port ?? 0;

async function compare(server: ServerProcess): Promise<{ status: number; fixedAt: string | undefined }> {
  const { status, body } = await send(server.port, 'localhost', {
    path: '/api/public/offers',
    body: { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } },
  });
  const { offers = [] } = body as Partial<OffersAnswer>;
  return { status, fixedAt: offers.find(({ company }) => company.name === BUREAU)?.updated_at };
}

const listLogged = async (): Promise<number[]> => {
  const lines = await database.db
    .selectFrom('fixing_logs')
    .innerJoin('companies', 'companies.id', 'company_id')
    .where('name', '=', BUREAU)
    .where('currency_code', '=', 'USD')
    .orderBy('fixing_logs.id')
    .select('sale')
    .execute();
  return lines.map(({ sale }) => Number(sale));
};

test('a login on one instance, a fixing on another: the third soon compares with it', async () => {
  const [first, second, third] = servers;
  const agent = new Agent();
  expect(await agent.login(first.port, 'agent@parite.example', PASSWORD)).toBe(200);
  const fixed = await agent.fix(second, await agent.row(second), 1.0945);
  expect(fixed).toMatchObject({ status: 200, body: { sale: 1.0945 } });
  const { updated_at } = fixed.body as RateRow;
  await expect
    .poll(() => compare(third), { timeout: 30_000, interval: 10 })
    .toEqual({
      status: 200,
      fixedAt: updated_at,
    });
  // and the session that ends on one has ended on all
  expect((await agent.call(third.port, '/api/me')).status).toBe(200);
  await agent.call(third.port, '/api/logout');
  expect((await agent.call(first.port, '/api/me')).status).toBe(401);
});

test('instances count failed logins together', async () => {
  const guesser = new RemoteBrowser();
  const guess = (attempt: number) =>
    guesser.login(portOf(attempt), 'agent2@parite.example', 'pas le bon mot de passe');
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++) statuses.push(await guess(attempt));
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('each mail is sent once, by any instance', async () => {
  const asked = ['agent', 'agent2', 'admin', 'root'].map((name) => `${name}@parite.example`);
  await Promise.all(
    asked.map(async (username, index) => {
      const path = '/api/iam/users/forgotten-password';
      const answer = await new RemoteBrowser().call(portOf(index), path, { username });
      expect(answer.status).toBe(200);
    }),
  );
  const outcomes = () =>
    database.db
      .selectFrom('mails')
      .where('kind', '=', 'password')
      .orderBy('recipient')
      .select(['recipient', 'outcome'])
      .execute();
  await expect
    .poll(outcomes, { timeout: 30_000 })
    .toEqual(asked.toSorted().map((recipient) => ({ recipient, outcome: 'sent' })));
  // a login from a new browser is told by letter, too
  const sent = () => database.db.selectFrom('mails').where('outcome', '=', 'sent').select('id').execute();
  const written = async () => {
    const outboxes = folders.map((folder) => readdir(join(folder, 'outbox')).catch(() => []));
    return (await Promise.all(outboxes)).flat().filter((name) => name.endsWith('.eml'));
  };
  await expect.poll(async () => (await written()).length - (await sent()).length).toBe(0);
});

test('an instance killed under load loses no acknowledged fixing, and the others continue; one stopped finishes its requests, and the last answers everything', async () => {
  const [killed, stopped, last] = servers;
  await killUnderLoad(killed, [last, stopped]);
  await stopUnderLoad(stopped, last);
});

async function killUnderLoad(killed: ServerProcess, others: [ServerProcess, ServerProcess]): Promise<void> {
  const rotating = [killed, ...others];
  const [first] = others;
  const agent = new Agent();
  expect(await agent.login(killed.port, 'agent@parite.example', PASSWORD)).toBe(200);
  let isOver = false;
  const failures: unknown[] = [];
  const comparing = others.map(async (server) => {
    let count = 0;
    for (; !isOver; count++) {
      const status = await compare(server).then((answer) => answer.status, String);
      if (status !== 200) failures.push(status);
    }
    return count;
  });

  const acknowledged: number[] = [];
  let row = await agent.row(first);
  let isKilled = false;
  for (let n = 1; n <= FIXINGS; n++) {
    const server = rotating[n % 3] as ServerProcess;
    const sale = Number((1 + n / 1_000).toFixed(3));
    const sent = agent.fix(isKilled && server === killed ? first : server, row, sale);
    if (n === KILLED_AFTER) {
      // this very fixing is on its way to it
      expect(server).not.toBe(killed);
      const doomed = agent.fix(killed, row, 9);
      killed.child.kill('SIGKILL');
      isKilled = true;
      await doomed.then(
        ({ status }) => status === 200 && acknowledged.push(9),
        () => undefined,
      );
    }
    const answer = await sent;
    // what was cut off is in or not: it is looked at again, as the page does
    if (answer.status === 200) {
      acknowledged.push(sale);
      row = answer.body as RateRow;
    } else {
      expect(answer.status).toBe(409);
      row = await agent.row(first);
    }
  }
  isOver = true;
  const compared = await Promise.all(comparing);
  expect(failures).toEqual([]);
  expect(Math.min(...compared)).toBeGreaterThan(5);
  expect(acknowledged.length).toBeGreaterThan(FIXINGS - 3);
  const logged = await listLogged();
  expect(logged.filter((sale) => acknowledged.includes(sale))).toEqual(acknowledged);
  for (const server of others) {
    await expect
      .poll(async () => (await compare(server)).fixedAt, { timeout: 30_000, interval: 10 })
      .toBe(row.updated_at);
  }
}

async function stopUnderLoad(stopped: ServerProcess, last: ServerProcess): Promise<void> {
  let isOver = false;
  const askUntilOver = async (server: ServerProcess) => {
    const seen: unknown[] = [];
    while (!isOver)
      seen.push(
        await compare(server).then(
          ({ status }) => status,
          (error) => error.code,
        ),
      );
    return seen;
  };
  const running = Promise.all([askUntilOver(last), askUntilOver(stopped)]);
  const code = await endServer(stopped.child, 'SIGTERM');
  isOver = true;
  const [seenOnLast, seenOnStopped] = await running;
  expect(code).toBe(0);
  expect(new Set(seenOnLast)).toEqual(new Set([200]));
  expect(seenOnStopped.filter((status) => typeof status === 'number' && status !== 200)).toEqual([]);
  expect(seenOnStopped).toContain(200);
}
