import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newestDayDue } from '#domain/rates-feed/calendar.ts';
import { demoAccounts } from '../seed/accounts.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { type Ran, readCli, runCli, startCli } from '../testing/cli-process.ts';
import { CLOCK_OFFSET } from '../testing/clock/offset.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ecbXml, openPublisher, type Publisher } from '../testing/feed.ts';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { PUBLISHED } from '../testing/published.ts';
import { aCompanyRow, aCurrencyRow, aFixingRow, aUserRow } from '../testing/rows.ts';
import { checkDns, checkSmtp, checkTls, judgeClock, judgeDisk } from './doctor-checks.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOWHERE = 'postgres://a:motdepasse@127.0.0.1:1/a';

let database: TestDatabase;
let publisher: Publisher;
let mailServer: MailServer;
let folder: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  publisher = await openPublisher();
  mailServer = await openMailServer({ options: { disabledCommands: ['STARTTLS', 'AUTH'] } });
  folder = await mkdtemp(join(tmpdir(), 'parite-doctor-'));
});
afterAll(async () => {
  await Promise.all([publisher.close(), mailServer.close()]);
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const settings = (env: Record<string, string>) => ({
  DATABASE_URL: database.url,
  SECRET: 'of-a-test-and-of-nothing-else-0123456789',
  BACKUP_RECIPIENT: 'age1lzhh8esekdkey7uy98x0zevmxgvzddqefyt5meklc3p396nmzv7s3vkjec',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'a@b.fr',
  RATES_FEED_URL: publisher.url(),
  DATA_DIR: join(folder, 'not-yet', 'data'),
  ...env,
});

const doctor = (env: Record<string, string> = {}): Promise<Ran> => runCli(['doctor'], folder, settings(env));

/** For certificates that a process believes from its start. */
async function doctorProcess(env: Record<string, string>): Promise<Ran> {
  const child = startCli(['doctor'], folder, settings(env));
  child.stdin?.end();
  return readCli(child);
}

async function keepBackup(hoursAgo: number): Promise<void> {
  await database.db.deleteFrom('backups').execute();
  const at = new Date(Date.now() - hoursAgo * 60 * 60_000);
  await database.db.insertInto('backups').values({ at, size_bytes: 1, is_encrypted: true }).execute();
}

describe('the command', () => {
  test('finds nothing wrong in a sound installation, changes nothing, and sends nothing', async () => {
    publisher.publish(ecbXml(newestDayDue(new Date()), { USD: '1.136' }));
    await keepBackup(2);
    const asked = publisher.asked.length;
    const ran = await doctor();
    const lines = ran.out.trimEnd().split('\n');
    expect(lines.filter((line) => !/^(bon |à voir {2}disque)/.test(line))).toEqual([]);
    expect(lines.map((line) => line.slice(8).split(' : ')[0])).toEqual([
      'réglages',
      'DNS de localhost',
      'DNS de backoffice.localhost',
      'TLS de localhost',
      'TLS de backoffice.localhost',
      'SMTP',
      'flux',
      'horloge',
      'disque',
      'base de données',
      'sauvegarde',
      'chiffrement des sauvegardes',
    ]);
    expect(ran).toMatchObject({ code: 0, said: '' });
    expect(publisher.asked).toHaveLength(asked + 1);
    expect(mailServer.received).toEqual([]);
    for (const table of ['mid_rates', 'rates_feed', 'currencies'] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('lists rates that a wrong clock dated ahead', async () => {
    const { db } = database;
    const { id: company_id } = await db
      .insertInto('companies')
      .values(aCompanyRow({ name: 'Quais' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('currencies')
      .values(['USD', 'GBP'].map((code) => aCurrencyRow({ code })))
      .execute();
    const fixed = (currency_code: string, seconds: number) =>
      aFixingRow({ company_id, currency_code, updated_at: new Date(Date.now() + seconds * 1_000) });
    await db
      .insertInto('fixings')
      .values([fixed('USD', 86_400), fixed('GBP', 10)])
      .execute();
    const ran = await doctor();
    expect(ran.out).toMatch(/^ÉCHEC {3}taux : 1 datés de l’avenir .*\(Quais USD\)/m);
    for (const table of ['fixings', 'currencies', 'companies'] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  test('marks backups in clear text, and fails without a choice', async () => {
    const lineOf = async (recipient: string) =>
      (await doctor({ BACKUP_RECIPIENT: recipient })).out.match(
        /^.* chiffrement des sauvegardes : .*$/m,
      )?.[0];
    expect(await lineOf('none')).toMatch(/^à voir .*BACKUP_RECIPIENT=none/);
    expect(await lineOf('')).toMatch(/^ÉCHEC .*BACKUP_RECIPIENT manque/);
  });

  test('reports failures, continues without the database, and exits 1', async () => {
    publisher.publish((_request, response) => {
      response.writeHead(200, { date: new Date(Date.now() - 90_000).toUTCString() }).end('<html>');
    });
    const ran = await doctor({ DATABASE_URL: NOWHERE, SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(ran).toMatchObject({ code: 1, said: 'À réparer : 4.\n' });
    expect(ran.out).toMatch(
      /^ÉCHEC {3}base de données : Aucun PostgreSQL n’écoute .* DATABASE_URL : connexion refusée\. Voyez/m,
    );
    expect(ran.out).toMatch(/^ÉCHEC {3}SMTP : 127\.0\.0\.1 : .*ECONNREFUSED/m);
    expect(ran.out).toMatch(/^ÉCHEC {3}flux : Le contenu reçu est abîmé, ou diffère du XML/m);
    expect(ran.out).toMatch(/^ÉCHEC {3}horloge : à [6-9]\d(,\d)? s de celle de la source des taux\. Mettez/m);
    expect(ran.out).toMatch(/^à voir {2}sauvegarde : son âge est dans la base de données/m);
    expect(ran.out).toMatch(/^bon {5}DNS de localhost/m);
    expect(ran.out).not.toContain('motdepasse');
  });

  test('reports each invalid setting', async () => {
    const ran = await doctor({ SECRET: 'court', PORT: 'mille' });
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^ÉCHEC {3}réglages : SECRET doit compter au moins 32 caractères\./m);
    expect(ran.out).toMatch(/^ÉCHEC {3}réglages : PORT doit être un nombre entier/m);
  });

  test('reports an open address, its demonstration, its names, a late backup and an old feed', async () => {
    publisher.publish(ecbXml('2020-01-02', { USD: '1.136' }));
    await keepBackup(27);
    const open = { PUBLIC_HOST: 'parite.invalid', BACKOFFICE_HOST: 'bureaux.invalid' };
    const ran = await doctor({ ...open, DEMO: 'on' });
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^à voir {2}réglages : DEMO est on : .*publié.*DEMO=off/m);
    expect(ran.out).toMatch(/^ÉCHEC {3}DNS de parite\.invalid : /m);
    expect(ran.out).toMatch(/^à voir {2}TLS de parite\.invalid : TRUST_PROXY est off/m);
    expect(ran.out).toMatch(/^ÉCHEC {3}sauvegarde : la dernière a 27 h\. Lancez backup/m);
    expect(ran.out).toMatch(/^à voir {2}flux : compris, 1 taux du 2020-01-02\. La source n’avance plus/m);

    // by a clock that was years ahead
    await keepBackup(-26_328);
    const ahead = await doctor();
    expect(ahead.code).toBe(1);
    expect(ahead.out).toMatch(
      /^ÉCHEC {3}sauvegarde : la dernière est datée de 26328 h dans l’avenir\. Mettez/m,
    );
    // the clock is right again, and the next one is made
    const at = new Date(Date.now() - 2 * 60 * 60_000);
    await database.db.insertInto('backups').values({ at, size_bytes: 1, is_encrypted: true }).execute();
    expect((await doctor()).out).toMatch(/^bon {5}sauvegarde : la dernière a 2 h/m);

    await database.db.deleteFrom('backups').execute();
    const [{ mail, name, role } = expect.fail('no demonstration accounts')] = demoAccounts;
    await database.db
      .insertInto('users')
      .values(
        aUserRow({ mail, name, role, status: 'in_service', password_hash: 'x', created_at: new Date() }),
      )
      .execute();
    const behind = await doctor({ ...open, ...PUBLISHED, TRUST_PROXY: 'on' });
    expect(behind.out).toMatch(/^à voir {2}réglages : 1 compte de démonstration dans la base/m);
    expect(behind.out).toMatch(/^à voir {2}sauvegarde : aucune n’est connue/m);
    expect(behind.out).toMatch(/^ÉCHEC {3}TLS de bureaux\.invalid : /m);
  });

  test('reports a database that is unprepared, lacks migrations, or has another version', async () => {
    const bare = await createBareDatabase();
    expect((await doctor({ DATABASE_URL: bare.url })).out).toMatch(
      /^à voir {2}base de données : .*base vide/m,
    );
    await bare.drop();
    const last = '0009_backups.sql';
    await database.db
      .deleteFrom('migrations' as never)
      .where('name' as never, '=', last as never)
      .execute();
    expect((await doctor()).out).toMatch(
      /^à voir {2}base de données : .*migrations à faire : 0009_backups\.sql/m,
    );
    await database.db
      .insertInto('migrations' as never)
      .values({ name: last, checksum: 'autre' } as never)
      .execute();
    expect((await doctor()).out).toMatch(/^ÉCHEC {3}base de données : .*qui ont changé : 0009_backups\.sql/m);
  });

  test('reports a damaged secret, and continues', async () => {
    const DATA_DIR = join(folder, 'damaged');
    await mkdir(DATA_DIR);
    await writeFile(join(DATA_DIR, 'secret'), 'court');
    const ran = await doctor({ DATABASE_URL: '', SECRET: '', DATA_DIR });
    expect(ran.out).toMatch(
      /^ÉCHEC {3}codes de retrait : Le fichier .*damaged\/secret est abîmé\. Remettez/m,
    );
    expect(ran.out).toMatch(/^à voir {2}sauvegarde/m);
  });

  test('checks the private database where it runs, and does not start it', async () => {
    const ran = await doctor({ DATABASE_URL: '' });
    expect(ran.out).toMatch(/^à voir {2}base de données : la base privée de DATA_DIR ne tourne pas/m);
  });

  test('remarks that the key of the private database is still to be made, and makes none', async () => {
    const DATA_DIR = join(folder, 'keyless');
    const env = { DATABASE_URL: '', BACKUP_RECIPIENT: '', DATA_DIR };
    expect((await doctor(env)).out).toMatch(
      /^à voir {2}chiffrement des sauvegardes : la clé .*keyless\/backup\.key n’existe pas encore\. La prochaine/m,
    );
    await mkdir(DATA_DIR);
    expect((await doctor(env)).out).toMatch(/n’existe pas encore/);
    await writeFile(join(DATA_DIR, 'backup.key'), '');
    expect((await doctor(env)).out).toMatch(
      /^bon {5}chiffrement des sauvegardes : à la clé de .*backup\.key\.$/m,
    );
  });
});

/** OpenSSL believes a certificate by the machine's clock, which nothing moves: what is told of its days is, too. */
const machineNow = () => Date.now() - CLOCK_OFFSET;
const byMachineClock = () => vi.useFakeTimers({ toFake: ['Date'], now: machineNow() });

describe('TLS', () => {
  const now = machineNow();
  beforeEach(() => {
    byMachineClock();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const certificate = (name: string, from: number, until: number) =>
    makeCertificate(name, new Date(now + from * DAY_MS), new Date(now + until * DAY_MS));

  test.each([
    ['valid', certificate('localhost', -1, 90), true, 'bon', /encore (89|90) jours/],
    ['soon over', certificate('localhost', -80, 10), true, 'à voir', /encore (9|10) jours/],
    ['expired', certificate('localhost', -90, -3), true, 'ÉCHEC', /expiré depuis (3|4) jours/],
    ['of nobody', certificate('localhost', -1, 90), false, 'ÉCHEC', /signé par lui-même/],
    ['of another name', certificate('autre.example', -1, 90), true, 'ÉCHEC', /d’un autre nom/],
  ] as const)('a certificate that is %s', async (_what, { key, cert }, isBelieved, verdict, found) => {
    const server = createTlsServer({ key, cert });
    server.on('tlsClientError', () => undefined);
    const port = await listen(server);
    const finding = await checkTls('localhost', { port, ...(isBelieved && { ca: cert }) });
    server.close();
    expect(finding).toMatchObject({ verdict, found: expect.stringMatching(found) });
  });
});

test('parts that never answer are not waited for', async () => {
  const server = createServer(() => undefined);
  const port = await listen(server);
  const [ran, tls] = await Promise.all([
    doctor({
      DATABASE_URL: `postgres://a@localhost:${port}/a`,
      SMTP_URL: `smtp://localhost:${port}`,
      RATES_FEED_URL: `http://localhost:${port}`,
    }),
    checkTls('localhost', { port }),
  ]);
  expect(tls).toMatchObject({ verdict: 'ÉCHEC', found: 'pas de réponse en 5 s' });
  expect(ran.code).toBe(1);
  for (const about of ['base de données', 'SMTP', 'flux']) {
    expect(ran.out).toMatch(new RegExp(`^ÉCHEC {3}${about} : .*(pas de réponse|n’a pas répondu) `, 'm'));
  }
  server.close();
});

describe('SMTP', () => {
  test('logs in like a mail does: right password, wrong password, unknown certificate, no TLS', async () => {
    const day = (days: number) => new Date(machineNow() + days * DAY_MS);
    const { key, cert } = makeCertificate('localhost', day(-1), day(9));
    const authority = join(folder, 'authority.pem');
    await writeFile(authority, cert);
    const server = await openMailServer({
      options: {
        key,
        cert,
        onAuth: ({ username, password }, _session, done) =>
          password === 'juste' ? done(null, { user: username }) : done(new Error('no')),
      },
    });
    const as = (password: string, { url } = server) =>
      url.replace('//127.0.0.1', `//zoe:${password}@localhost`);
    const right = await doctorProcess({ SMTP_URL: as('juste'), NODE_EXTRA_CA_CERTS: authority });
    const believed = getCACertificates('default');
    setDefaultCACertificates([...believed, cert]);
    const wrong = await doctor({ SMTP_URL: as('fausse') }).finally(() => setDefaultCACertificates(believed));
    expect(right.out).toMatch(/^bon {5}SMTP : localhost répond et accepte la connexion/m);
    expect(wrong.out).toMatch(/^ÉCHEC {3}SMTP : localhost : utilisateur ou mot de passe refusé/m);
    expect(wrong.out).not.toContain('fausse');
    const [unproven, plain] = await Promise.all([checkSmtp(as('juste')), checkSmtp(as('juste', mailServer))]);
    expect(unproven).toMatchObject({ verdict: 'ÉCHEC', found: expect.stringMatching(/certificat/) });
    expect(plain).toMatchObject({ verdict: 'ÉCHEC' });
    expect(server.received).toEqual([]);
    await server.close();
  });
});

describe('measurements', () => {
  const reading = (ms: number) => ({ of: 'x', earliest: ms, latest: ms, before: 0, after: 100 });

  test.each([
    [[], 'à voir'],
    [[50, -4_000], 'bon'],
    [[50, -6_000], 'à voir'],
    [[50, 60_000], 'à voir'],
    [[61_000, 50], 'ÉCHEC'],
  ])('the clock, with answers at %j ms: %s', (said, verdict) => {
    expect(judgeClock(said.map(reading)).verdict).toBe(verdict);
  });

  test.each([
    [10, 'bon'],
    [9.9, 'à voir'],
    [2, 'à voir'],
    [1.9, 'ÉCHEC'],
  ])('the disk with %i %% free: %s', (share, verdict) => {
    // as many again are kept for root, and count for nothing
    const blocks = { bsize: 4_096, blocks: 2_000, bfree: 1_000 + share * 10, bavail: share * 10 };
    expect(judgeDisk('/x', blocks).verdict).toBe(verdict);
  });

  test('a name without an address', async () => {
    expect(await checkDns('parite.invalid')).toMatchObject({ verdict: 'ÉCHEC' });
    expect(await checkDns('127.0.0.1')).toMatchObject({ verdict: 'bon' });
  });
});

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  // a server that listens on TCP has an address with a port
  return (server.address() as AddressInfo).port;
}
