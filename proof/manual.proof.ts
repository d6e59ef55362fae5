/** docs/operations.md, replayed by its own commands: from the install of an older version to what is done to the newest. */
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { BACKOFFICE_HOST, PUBLIC_HOST } from '../deploy/testing/caddy.ts';
import { ROOT } from '../deploy/testing/compose.ts';
import { FILLED } from '../deploy/testing/filled-env.ts';
import { PUBLISHED_PASSWORD } from '../server/config.ts';
import { joinEmbedded } from '../server/db/embedded.ts';
import { openDatabase } from '../server/db/open.ts';
import { seedDemo } from '../server/seed/seed.ts';
import { ecbXml, openPublisher } from '../server/testing/feed.ts';
import { openMailServer } from '../server/testing/mail-server.ts';
import { findTool } from '../server/testing/tools.ts';
import { query } from './ledger.ts';
import { type Block, isSettings, namesOf, readBlocks } from './manual/blocks.ts';
import { Machine } from './manual/machine.ts';
import { openShell } from './manual/shell.ts';
import { ManualVisitors } from './manual/visitors.ts';
import { conclude, type Row, say } from './result.ts';

/** What is done to a machine, in this order; `keeps`: visitors must notice nothing. */
const STORY: { section: string; keeps: boolean }[] = [
  { section: 'First install', keeps: false },
  { section: 'Backup', keeps: true },
  { section: 'Upgrade without downtime', keeps: true },
  { section: 'After a rollback', keeps: true },
  { section: 'Watching', keeps: true },
  { section: 'Restore', keeps: false },
  { section: 'Erasure', keeps: true },
  { section: 'Rotating SECRET', keeps: true },
  { section: 'From the private database to a real one', keeps: true },
];

/** What this machine cannot do: the one list of docs/proof.md. */
const NOT_HERE: [pattern: RegExp, what: string][] = [
  [
    /--profile watching|prometheus|hosts\.yml/,
    'Prometheus and its exporters; `promtool` checks and tests its files (`deploy/watching.test.ts`)',
  ],
  [/docker compose build --pull/, 'images of a registry'],
  [/narrow-role|restart app1/, '`narrow-role` in its container (`deploy/archive.test.ts` runs it)'],
  ...(findTool('age-keygen')
    ? []
    : [[/age-keygen|\.age\b/, 'encryption, for want of age-keygen'] as [RegExp, string]]),
  [/cli\.ts doctor$/, '`doctor`, which asks DNS and certificates (`server/cli/doctor.test.ts` does)'],
];
const ALWAYS_NOT_HERE = [
  'pg_dump of the image, for which the dump of the private database stands, of the same format (`server/cli/pg-dump.test.ts` runs Debian’s)',
  'Docker itself: networks, volumes, capabilities, bounds of memory, restarts, the base image and its PostgreSQL (the embedded package’s, of the same major version)',
  'the section “Back to a moment”: its scripts are run on Debian’s PostgreSQL (`deploy/archive.test.ts`), not in containers',
  'TLS by an authority, DNS, ports 80 and 443',
  'the section “Without Docker”: `systemd-analyze` checks its units, and its command line is run (`deploy/systemd.test.ts`, `deploy/backup-timer.test.ts`)',
];

/** Whom the legal pages name. */
const PUBLISHER = 'Parité d’une preuve SAS';
/** Somebody who asks to be erased. */
const PERSON = 'leila@exemple.fr';
/** Somebody of a private database. */
const GROWN = 'zoe@exemple.fr';
/** Of the manual's own command. */
const ADMINISTRATOR = 'you@parite.example';
const TABLES = ['users', 'companies', 'fixings', 'fixing_logs', 'articles', 'leads', 'subscriptions'];

// Without its data's published password, on which nothing starts by itself.
const ENDED = 'DEMO=off\nDEMO_PASSWORD=of-a-proof-and-of-nothing-else';

const failures: string[] = [];
const rows: Row[] = [];
const left = new Set(ALWAYS_NOT_HERE);

const caddy = findTool('caddy');
if (!caddy) throw new Error('this proof needs Caddy: a Debian system gives it');
process.env.PROOF_CADDY = caddy;
const folder = await mkdtemp(join(tmpdir(), 'parite-manual-'));
// PostgreSQL runs as another user when root runs the proof
await chmod(folder, 0o711);
const older = findOlderVersion();
const source = cloneAt(older);
const publisher = await openPublisher();
publisher.publish(ecbXml(new Date().toISOString().slice(0, 10), { USD: '1.136', GBP: '0.87' }));
const mails = await openMailServer();
const machine = new Machine({ folder, source, translateRun });
const shell = await openShell(machine);
try {
  for (const chapter of STORY) {
    await replay(chapter);
    // what was not installed has nothing more to show
    if (!machine.database) break;
  }
} finally {
  await shell.close();
  await machine.close();
  await mails.close();
  await publisher.close();
  await machine.remove();
}

conclude('manual', {
  promise:
    'The manual is followed by its own commands, on a machine without Docker: an older version is installed with data, backed up, upgraded, gone back from, restored, erased from, and its secret rotated. Whatever does not say that it stops the site is not noticed by visitors who compare without a pause.',
  heads: ['section', 'commands', 'comparisons meanwhile, failed', 'slowest'],
  rows,
  notes: [
    `The older version is ${older.slice(0, 7)}, the oldest that this proof can install; the newest is what stands in the folder, ${gitIn(ROOT, 'rev-parse', '--short', 'HEAD')}.`,
    `Not run here: ${[...left].join('; ')}.`,
  ],
  failures,
});

/** The commit that first had what the proof reads. In a shallow clone the oldest one that is there. */
function findOlderVersion(): string {
  const added = gitIn(ROOT, 'log', '--format=%H', '--diff-filter=A', '--', 'deploy/postgres/10-parite.sh');
  return added.split('\n').at(-1) ?? '';
}

/** A clone whose origin is at that version, as an operator's was; `git pull` brings what stands here. */
function cloneAt(version: string): string {
  const [hub, clone] = [join(folder, 'hub.git'), join(folder, 'source')];
  gitIn(ROOT, 'clone', '--quiet', '--bare', ROOT, hub);
  gitIn(hub, 'update-ref', 'refs/heads/main', version);
  gitIn(hub, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  gitIn(ROOT, 'clone', '--quiet', hub, clone);
  return clone;
}

function gitIn(place: string, ...args: string[]): string {
  return execFileSync('git', ['-C', place, ...args])
    .toString()
    .trim();
}

function blocksOf(section: string): Block[] {
  return readBlocks().filter((block) => block.section === section);
}

async function replay({ section, keeps }: { section: string; keeps: boolean }): Promise<void> {
  const blocks = blocksOf(section);
  if (blocks.length === 0) failures.push(`${section}: the manual has no command`);
  // so that the manual's `git pull` has something to pull
  if (section === 'Upgrade without downtime') {
    gitIn(join(folder, 'hub.git'), 'update-ref', 'refs/heads/main', gitIn(ROOT, 'rev-parse', 'HEAD'));
  }
  const visitors = machine.caddy && new ManualVisitors(machine.caddy);
  const before = machine.database && (await countRows());
  let commands = 0;
  // a person's shell keeps them from one block of a section to the next
  const exported: string[] = [];
  if (section === 'After a rollback') blocks.push(...blocksOf('Upgrade without downtime').slice(0, 1));
  if (section === 'Rotating SECRET') await rotateSecret();
  if (section === 'From the private database to a real one') await growUp();
  for (const block of blocks) {
    if (isSettings(block)) await writeSettings(block);
    else {
      if (block.text.includes('demo remove')) await openLink();
      commands += await follow(section, block, exported);
    }
    if (block.text.startsWith('age-keygen')) await takeKey();
  }
  await visitors?.end();
  if (!machine.database) return;
  if (keeps && visitors)
    failures.push(...new Set(visitors.failures.map((failure) => `${section}: ${failure}`)));
  const after = await countRows();
  if (section === 'First install') {
    await subscribe();
    await endDemonstration();
  }
  if (section === 'From the private database to a real one') await checkGrown();
  if (section === 'Erasure') {
    if (await isKnown()) failures.push('Erasure: the subscription is still there');
  } else if (before && before !== after) failures.push(`${section}: rows were ${before}, are ${after}`);
  await checkServed(section);
  if (section === 'Upgrade without downtime') await checkPublished();
  const failed = visitors?.failures.length ?? 0;
  rows.push([
    section,
    commands,
    visitors ? `${visitors.answered}, ${failed}` : '',
    visitors ? `${Math.round(visitors.slowestMs)} ms` : '',
  ]);
}

/** .env as the manual asks, its names filled in. */
async function writeSettings(block: Block): Promise<void> {
  const filled: Record<string, string> = {
    ...FILLED,
    PUBLIC_HOST,
    BACKOFFICE_HOST,
    SMTP_URL: mails.url,
    PUBLISHER_NAME: PUBLISHER,
    PUBLISHER_REGISTRATION: 'RCS Paris 123 456 789',
    // the older version knows no `none`, and takeKey gives one before the upgrade
    BACKUP_RECIPIENT: '',
  };
  const lines = namesOf(block).map((name) => {
    if (filled[name] === undefined) failures.push(`First install: ${name} of .env is not known to the proof`);
    return `${name}=${filled[name] ?? ''}`;
  });
  // data to be kept, the feed of this machine, and visitors who ask more than a person does
  const own = ['DEMO=on', `RATES_FEED_URL=${publisher.url()}`, 'RATE_LIMIT=1000000', 'SIGN_UP_LIMIT=100000'];
  await writeFile(join(source, '.env'), `${[...lines, ...own].join('\n')}\n`, { mode: 0o600 });
}

/** It has given the data that is to be kept, and would go on with the days by itself. */
async function endDemonstration(): Promise<void> {
  const file = join(source, '.env');
  await writeFile(file, (await readFile(file, 'utf8')).replace('DEMO=on', ENDED));
}

async function rotateSecret(): Promise<void> {
  const file = join(source, '.env');
  const settings = await readFile(file, 'utf8');
  const next = 'SECRET=another-one-of-a-proof-and-of-nothing-else-9876543210';
  await writeFile(file, settings.replace(/^SECRET=(.*)$/m, `${next}\nSECRET_BEFORE=$1`));
}

/** The public half goes into .env, as the manual says. */
async function takeKey(): Promise<void> {
  const key = await readFile(join(source, 'parite-backup.key'), 'utf8');
  const recipient = /public key: (age1\w+)/.exec(key)?.[1];
  await appendFile(join(source, '.env'), `BACKUP_RECIPIENT=${recipient}\n`);
}

/** A clone with a private database, in which somebody was invited; and an empty database that is given. */
async function growUp(): Promise<void> {
  // what `npm run cli` installs first
  if (process.env.PROOF_QUICK)
    execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(source, 'node_modules')]);
  const command = async (words: string) => {
    const { code, said } = await shell.run(`npm run cli -- ${words}`);
    if (code !== 0) failures.push(`a clone could not be begun: ${said.trim().slice(-400)}`);
  };
  // makes the private database, and nothing in it, since only an empty one is seeded
  await command('clock believe');
  await seedPrivate();
  await command(`create-admin ${GROWN} Zoé`);
  await ask(machine.database?.url, 'CREATE DATABASE grown');
}

/** What a clone's first start puts into its private database. */
async function seedPrivate(): Promise<void> {
  const closing = new AbortController();
  const embedded = await joinEmbedded({ dataDir: join(source, 'data'), log: say, signal: closing.signal });
  const { db, close } = openDatabase(embedded.url);
  await seedDemo(db, { now: new Date(), demoPassword: PUBLISHED_PASSWORD });
  await close();
  await embedded.stop();
}

function grownUrl(): string {
  const url = new URL(machine.database?.url ?? '');
  url.pathname = 'grown';
  return url.href;
}

/** What the new administrator does at the printed link. */
async function openLink(): Promise<void> {
  const status = "UPDATE users SET password_hash = 'of a proof', status = 'in_service' WHERE mail = $1";
  await ask(grownUrl(), status, [ADMINISTRATOR]);
}

async function checkGrown(): Promise<void> {
  const fictional = await ask(grownUrl(), 'SELECT FROM companies');
  if (fictional.length > 0) failures.push(`${fictional.length} companies of the demonstration are left`);
  const known = await ask(grownUrl(), 'SELECT FROM users WHERE mail = $1', [GROWN]);
  if (known.length !== 1)
    failures.push('the given database does not know who was invited in the private one');
}

/** Runs the commands of a block that can be run here, and counts them. */
async function follow(section: string, { text }: Block, exported: string[]): Promise<number> {
  const lines = text.split('\n').filter((line) => {
    const [, what] = NOT_HERE.find(([pattern]) => pattern.test(line)) ?? [];
    if (what) left.add(what);
    return !what;
  });
  if (lines.length === 0) return 0;
  const script = await fillIn(lines.join('\n'));
  say(`${section}: ${script}`);
  const { code, said } = await shell.run([...exported, script].join('\n'));
  exported.push(...script.split('\n').filter((line) => line.startsWith('export ')));
  if (code !== 0) {
    const failure = `${section}: ${script} ended with ${code}: ${said.trim().slice(-400)}`;
    // a later step may end the proof before its conclusion
    say(failure);
    failures.push(failure);
  }
  return lines.length;
}

/** What the manual leaves to its reader. */
async function fillIn(script: string): Promise<string> {
  const made = await readdir(machine.backups).catch(() => []);
  const newest = (ending: string) =>
    made
      .filter((name) => name.endsWith(`Z${ending}`))
      .sort()
      .at(-1) ?? '';
  return (
    script
      .replace(/\bVERSION\b/g, older)
      .replace(/\bMAIL\b/g, PERSON)
      // nobody is at a terminal here
      .replace(/privacy erase \S+/g, '$& --yes')
      .replace(/parite-\d{4}-\d\d-\d\dT\d{6}Z(\.sql\.gz(?:\.age)?)/g, (_name, ending: string) =>
        newest(ending),
      )
      .replace(/postgres:\/\/parite:\.\.\.\S+/, () => grownUrl())
  );
}

async function subscribe(): Promise<void> {
  const body = JSON.stringify({ email: PERSON, type: 'newsletter' });
  const answer = await machine.caddy?.ask({ path: '/api/public/save/email', body });
  if (answer?.status !== 201 || !(await isKnown()))
    failures.push(`a subscription was answered ${answer?.status}`);
}

async function isKnown(): Promise<boolean> {
  const known = await ask(machine.database?.url, 'SELECT FROM subscriptions WHERE email = $1', [PERSON]);
  return known.length === 1;
}

async function countRows(): Promise<string> {
  const counts: string[] = [];
  for (const table of TABLES) {
    const [counted] = await ask<{ n: string }>(machine.database?.url, `SELECT count(*) AS n FROM ${table}`);
    counts.push(`${table} ${counted?.n}`);
  }
  return counts.join(', ');
}

async function ask<R extends pg.QueryResultRow>(
  url: string | undefined,
  statement: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await query<R>(url ?? '', statement, values)).rows;
}

/** Every instance serves, both hosts through the proxy, from the folder that was built last. */
async function checkServed(section: string): Promise<void> {
  if (machine.instances.size !== 3) failures.push(`${section}: ${machine.instances.size} instances run`);
  const roots = new Set([...machine.instances.values()].map(({ root }) => root));
  if (roots.size !== 1) failures.push(`${section}: instances of ${roots.size} versions run`);
  const page = await machine.caddy?.ask({ path: '/api/public/currencies' });
  const office = await machine.caddy?.ask({ path: '/api/me', host: BACKOFFICE_HOST });
  if (page?.status !== 200 || office?.status !== 401) {
    failures.push(`${section}: the hosts answer ${page?.status} and ${office?.status}`);
  }
}

/** What .env says of the publisher is in the pages; the older version may not know of it. */
async function checkPublished(): Promise<void> {
  const page = await machine.caddy?.ask({ path: '/' });
  if (!page?.text.includes(PUBLISHER)) failures.push('the pages do not name the publisher of .env');
}

/** What a container has and this machine has not. PROOF_QUICK: packages and pages are those that are there. */
function translateRun(command: string): string {
  if (/^mkdir \/(data|backups)/.test(command)) return 'true';
  if (/apt-get/.test(command)) {
    left.add('packages that the image installs (`apt-get`)');
    return 'true';
  }
  if (!process.env.PROOF_QUICK) return command;
  return command
    .replace(/npm ci [^&]*/, `cp -al ${ROOT}/node_modules node_modules `)
    .replace(/^node node_modules\/vite.*/, `cp -r ${ROOT}/dist dist`);
}
