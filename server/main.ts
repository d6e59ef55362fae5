import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from './app.ts';
import { lacksRecipient, NO_RECIPIENT } from './backups/recipient.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { checkReachable } from './db/check-reachable.ts';
import { type Clock, followTime, openClock } from './db/clock.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { type Db, openDatabase } from './db/open.ts';
import { openingsJob, recurringOpeningsJob } from './features/branches/opening-times.job.ts';
import { isMailPageEnabled, MAILS_PATH } from './features/demonstration/mails-page.ts';
import { takeOffersJob } from './features/history/take-offers.job.ts';
import { applyMarginsJob } from './features/margins/apply-margins.job.ts';
import { loadPlaces } from './features/places/load-places.ts';
import { retentionJob } from './features/privacy/retention.job.ts';
import { resumeFixingsJob } from './features/rates/resume-fixings.job.ts';
import { readFeedJob } from './features/rates-feed/read-feed.job.ts';
import { lapseReservationsJob } from './features/reservations/end-due-reservations.job.ts';
import { countUnreadableCodes } from './features/reservations/pickup-codes.queries.ts';
import {
  describeUnreadableCodes,
  openPickupCodes,
  type PickupCodes,
  RESTORE_SECRET,
} from './features/reservations/pickup-codes.ts';
import { sealCodesJob } from './features/reservations/seal-codes.job.ts';
import { asciiDomainsJob } from './features/travellers/ascii-domains.job.ts';
import { createSiteResolver } from './http/company-site.ts';
import { HttpMetrics } from './http/http-metrics.ts';
import { openQueue, type Queue } from './jobs/queue.ts';
import { letterWriters } from './letters.ts';
import { findMailsJob, sendMailJob } from './mail/mails.job.ts';
import { outboxFolder } from './mail/outbox.ts';
import { createMailSender } from './mail/send-mails.ts';
import { followOutbox } from './mail/sweep-erased-mails.ts';
import { type MetricsParts, serveMetrics } from './metrics/serve.ts';
import { Closers } from './process/closers.ts';
import { requireFree } from './process/free-port.ts';
import { beginRun, type Run } from './process/last-run.ts';
import { openLog } from './process/log.ts';
import { readOrCreateSecret } from './process/secret.ts';
import { readCommit, readVersion } from './process/version.ts';
import { type DatabaseParts, type FollowedPublicData, followDatabase } from './public-data.ts';
import { describeDemoAccounts } from './seed/accounts.ts';
import { guardDemonstration } from './seed/guard-demonstration.ts';
import { seedPast } from './seed/past-rates.ts';
import { insertReference } from './seed/reference.ts';
import { seedDemo } from './seed/seed.ts';
import { countSeededCompanies } from './seed/seeded.queries.ts';
import { updateDemoJob } from './seed/update-demo.job.ts';

const FIRST_READ_WITHIN_MS = 30_000;
const DRAIN_MS = 500;
const SHUTDOWN_WITHIN_MS = 15_000;

/** JSON lines in production; elsewhere a person reads the first ones. */
const isProduction = process.env.NODE_ENV === 'production';
const version = readVersion();
const commit = readCommit();
// buffered for a second at most, because a write for each request costs more than the request
const logFile = pino.destination({ dest: 1, sync: false, minLength: 16_000 });
setInterval(() => logFile.flush(), 1_000).unref();
const log = openLog(logFile);
const closers = new Closers();
let isStopping = false;
let run: Run | null = null;
let described = {};

try {
  // before anything is opened, so that an interrupted start leaves nothing behind
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  await start(readConfig(process.env));
} catch (error) {
  if (!isStopping) {
    const sentences = error instanceof ConfigError ? error.sentences : [startFailure(error)];
    printFailure(sentences);
    await stop(1);
  }
}

async function start(config: Config): Promise<void> {
  log.info({ version }, 'starting');
  if (config.role === 'compare') {
    await startComparing(config);
    await logStarted(config);
    return;
  }
  await requireFree(config);
  if (config.databaseUrl !== null) await checkReachable(config.databaseUrl);
  const url = config.databaseUrl ?? (await openEmbedded(config));
  await migrate(url, { onWait: printSentence });
  const onIdleError = (err: Error) => {
    if (!isStopping) log.warn({ reason: err.message }, 'a database connection was lost');
  };
  const { db, poolCounts } = await closers.open(
    () => openDatabase(url, { onIdleError }),
    (database) => database.close(),
  );
  const clock = openClock({ db, log });
  const time = await closers.open(() => followTime(clock, log), close);
  await time.measured;
  const { now } = time;
  if (lacksRecipient(config)) printSentence(NO_RECIPIENT);
  const secret = config.secret ?? (await readOrCreateSecret(config.dataDir));
  const codes = openPickupCodes({ secret, secretBefore: config.secretBefore });
  await prepareData(config, { url, codes, now, onIdleError });

  const { book, blog, stream } = await closers.open(
    () =>
      follow({ db, url, now, clock: time.state, log, reachedAt: createSiteResolver(config) }, config.natsUrl),
    close,
  );
  await within(
    FIRST_READ_WITHIN_MS,
    Promise.all([book.loaded, blog.loaded]),
    'Les taux et les articles n’ont pas pu être lus dans la base de données.',
  );

  const httpMetrics = config.metricsPort === null ? undefined : new HttpMetrics();
  if (httpMetrics) await openMetrics(config, { http: httpMetrics, db, poolCounts, book, stream, time });
  const app = await closers.open(
    () => buildApp({ db, book, blog, config: { ...config, secret }, now, time, log, httpMetrics }),
    close,
  );
  app.addHook('preClose', () => drain(app));
  // before the first traveller types
  loadPlaces();
  await app.listen({ port: config.port, host: config.host });
  await closers.open(() => startJobs({ db, url, config, secret, codes, clock, now }), close);
  const outbox = outboxFolder(config);
  if (!config.smtpUrl || existsSync(outbox)) {
    await closers.open(() => followOutbox({ db, url, folder: outbox, log }), close);
  }
  await logStarted(config);
  const address = app.server.address();
  // Fastify has logged where it listens
  if (!isProduction && !isStopping)
    announce(config, typeof address === 'object' && address ? address.port : config.port);
  if (config.demo) void seedPast(db, now()).catch((err) => log.warn({ err }, 'no past of the demonstration'));
}

/** Reference data and the demonstration, written at a first start, when a machine is at its slowest. */
async function prepareData(
  config: Config,
  parts: { url: string; codes: PickupCodes; now: () => Date; onIdleError: (err: Error) => void },
): Promise<void> {
  const { url, codes, now, onIdleError } = parts;
  const options = { isPatient: true, maxConnections: 2, statementTimeoutMs: 60_000, onIdleError };
  const preparing = await closers.open(() => openDatabase(url, options), close);
  const { db } = preparing;
  await insertReference(db);
  const warning = await guardDemonstration(db, config);
  if (warning) printSentence(warning);
  const unreadable = describeUnreadableCodes(await countUnreadableCodes(db, codes.keys));
  if (unreadable) printSentence(`${unreadable}. ${RESTORE_SECRET}`);
  if (config.demo) await seedDemo(db, { now: now(), demoPassword: config.demoPassword });
  else config.fictional = await countSeededCompanies(db);
  await preparing.close();
}

async function logStarted(config: Config): Promise<void> {
  run = await beginRun(config);
  const { lastEndedCleanly } = run;
  described = {
    version,
    commit,
    role: config.role,
    on: listOn(config),
    last_ended_cleanly: lastEndedCleanly,
  };
  log.info(described, 'started');
}

function listOn(config: Config): string[] {
  const parts: Record<string, boolean> = {
    demo: config.demo,
    feed: config.ratesFeedUrl !== null,
    smtp: config.smtpUrl !== null,
    nats: config.natsUrl !== null,
    metrics: config.metricsPort !== null,
    proxy: config.trustProxy,
    private_database: config.databaseUrl === null && config.role === 'whole',
  };
  return Object.keys(parts).filter((name) => parts[name]);
}

async function follow(parts: DatabaseParts, natsUrl: string | null): Promise<FollowedPublicData> {
  if (natsUrl === null) return followDatabase(parts);
  const { followPublicData } = await import('./stream/follow-public-data.ts');
  return followPublicData({ ...parts, natsUrl });
}

async function startComparing(config: Config): Promise<void> {
  const [{ followStream }, { buildCompareApp }] = await Promise.all([
    import('./stream/follow-public-data.ts'),
    import('./stream/compare-app.ts'),
  ]);
  const { natsUrl, internalUrl } = config;
  if (!natsUrl || !internalUrl) throw new Error('the settings were not checked');
  const followed = await closers.open(
    () => followStream({ natsUrl, log, reachedAt: createSiteResolver(config) }),
    close,
  );
  await within(
    FIRST_READ_WITHIN_MS,
    Promise.all([followed.book.loaded, followed.blog.loaded]),
    'Les taux n’ont pas pu être lus dans le flux. NATS doit être joignable, et une instance entière en marche.',
  );
  const httpMetrics = config.metricsPort === null ? undefined : new HttpMetrics();
  const poolCounts = () => ({ total: 0, idle: 0, waiting: 0 });
  if (httpMetrics) await openMetrics(config, { http: httpMetrics, db: null, poolCounts, ...followed });
  const app = await closers.open(
    () =>
      buildCompareApp({
        ...followed,
        config: { ...config, internalUrl },
        now: followed.time.now,
        log,
        httpMetrics,
      }),
    close,
  );
  app.addHook('preClose', () => drain(app));
  loadPlaces();
  await app.listen({ port: config.port, host: config.host });
}

function startJobs(parts: {
  db: Db;
  url: string;
  config: Config;
  secret: string;
  codes: PickupCodes;
  clock: Clock;
  now: () => Date;
}): Queue {
  const { db, url, config, secret, codes, clock, now } = parts;
  const { ratesFeedUrl, ratesFeedInterval: intervalSeconds } = config;
  const mails = createMailSender({ db, config, secret, writers: letterWriters, clock, now, log });
  return openQueue({
    db,
    url,
    log,
    jobs: [sendMailJob(mails), applyMarginsJob({ db, settings: config, now }), openingsJob({ db, now })],
    recurring: [
      findMailsJob(mails),
      retentionJob({ db, log, clock }),
      resumeFixingsJob(db),
      lapseReservationsJob({ db, log, clock }),
      sealCodesJob({ db, codes }),
      asciiDomainsJob({ db, log, now }),
      recurringOpeningsJob({ db, now }),
      takeOffersJob({ db, freshHours: config.freshHours, now }),
      ...(config.demo && config.demoMoves
        ? [updateDemoJob({ db, hasFeed: ratesFeedUrl !== null, now })]
        : []),
      ...(ratesFeedUrl ? [readFeedJob({ db, url: ratesFeedUrl, intervalSeconds, now, log })] : []),
    ],
  });
}

function close(part: { close(): PromiseLike<unknown> }): PromiseLike<unknown> {
  return part.close();
}

function printSentence(sentence: string): void {
  if (isProduction) log.info(sentence);
  else console.log(sentence);
}

async function openEmbedded({ dataDir }: Config): Promise<string> {
  const embedded = await closers.open(
    () => startEmbedded({ dataDir, log: printSentence, signal: closers.signal }),
    (running) => running.stop(),
  );
  return embedded.url;
}

/** Closed after the server, so that its last requests are counted. */
async function openMetrics(
  config: Config,
  parts: Omit<MetricsParts, 'feed' | 'version' | 'commit'>,
): Promise<void> {
  const { host, metricsPort: port } = config;
  const serve = () =>
    serveMetrics({ ...parts, feed: config, version, commit }, { host, port: port ?? 0 }).catch((error) => {
      const sentence = `Le port ${port} de METRICS_PORT ne peut pas être ouvert. Donnez-en un autre.`;
      throw new Error(sentence, { cause: error });
    });
  await closers.open(serve, close);
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (run) log.info(described, 'stopping');
  setTimeout(() => process.exit(1), SHUTDOWN_WITHIN_MS).unref();
  let code = exitCode;
  await closers.closeAll((err) => {
    log.error({ err }, 'not closed cleanly');
    code = 1;
  });
  if (code === 0) await run?.end();
  process.exit(code);
}

/**
 * Answers requests that arrive at the time of the signal a moment longer, with `Connection: close`. A connection is
 * then closed once it is idle, without waiting.
 */
async function drain(app: FastifyInstance): Promise<void> {
  await delay(DRAIN_MS);
  setInterval(() => app.server.closeIdleConnections(), 50).unref();
}

async function within<T>(ms: number, promise: Promise<T>, sentence: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(sentence)), ms);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return 'Le port est déjà utilisé. Donnez-en un autre par PORT, ou arrêtez le programme qui l’occupe.';
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return 'Ce port est réservé. Donnez un PORT supérieur à 1023.';
  }
  if (code === 'EADDRNOTAVAIL') {
    return 'HOST n’est pas une adresse de cette machine. Donnez-en une, ou 0.0.0.0 pour toutes.';
  }
  return error.message;
}

function printFailure(sentences: readonly string[]): void {
  if (isProduction) log.fatal({ sentences }, 'not started');
  else console.error(`\nParité ne peut pas démarrer.\n${sentences.map((s) => `  - ${s}`).join('\n')}\n`);
}

function announce(config: Config, port: number): void {
  const lines = [
    '',
    'Parité est en marche.',
    '',
    `  Site public   http://${config.publicHost}:${port}/`,
    `  Back-office   http://${config.backofficeHost}:${port}/`,
  ];
  if (isMailPageEnabled(config)) {
    lines.push(`  E-mails       http://${config.publicHost}:${port}${MAILS_PATH}`);
  }
  if (config.demo) {
    lines.push('', `  Comptes de démonstration (mot de passe : ${config.demoPassword})`);
    lines.push(...describeDemoAccounts().map((line) => `    ${line}`));
  }
  lines.push('', '  Ctrl-C pour arrêter.', '');
  console.log(lines.join('\n'));
}
