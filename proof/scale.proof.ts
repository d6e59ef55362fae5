/** Many followers behind one relay, under many fixings, and through the death of each part; LISTEN alone beside it. */
import { setTimeout as delay } from 'node:timers/promises';
import { endServer } from '../server/testing/server-process.ts';
import { ms, quantile } from './figures.ts';
import { conclude, type Row, say } from './result.ts';
import {
  ask,
  BATCH,
  bestSale,
  endInstances,
  Followers,
  type Instance,
  lastVersion,
  relaysHere,
  Scale,
  startInstance,
  versionOf,
  Writers,
} from './scale.ts';

const FOLLOWERS = Number(process.env.PROOF_FOLLOWERS ?? 1_000);
const WHOLE = Number(process.env.PROOF_WHOLE ?? 5);
const SECONDS = Number(process.env.PROOF_SECONDS ?? 60);
const PER_SECOND = Number(process.env.PROOF_FIXINGS ?? 3_000);
/** How many follow as instances do without a stream: a connection each. */
const LISTENERS = (process.env.PROOF_LISTENERS ?? '1,10,40,100,300').split(',').map(Number);
const SHORT_MS = 5_000;
/** More than anybody can save: each writer begins as soon as it has ended. */
const ENDLESS = 1_000_000;
const LATE_MS = 1_000;
const BACK_MS = 5_000;
const AWAY_MS = 2_000;
/** How long anybody is waited for who comes to the last version. */
const UP_TO_MS = 20_000;

const failures: string[] = [];
const rows: Row[] = [];
const gain: Row[] = [];
const scale = await Scale.open({ connections: Math.max(...LISTENERS) + 100 });
try {
  await byStream();
  for (const count of LISTENERS) await byListening(count);
} finally {
  await scale.close();
}
conclude('scale', {
  promise: `${FOLLOWERS} light followers and ${WHOLE} whole instances behind one relay, ${PER_SECOND} fixings a second in batches of ${BATCH} for ${SECONDS} s: each is at the last version within a second of the end, messages come less than a second late (p99), in order; with the relay, NATS or PostgreSQL killed nothing is lost, nothing is shown that was not saved, and messages come in time again within ${BACK_MS / 1000} s. All on this machine.`,
  heads: ['', 'fixings a second', 'late, p50 / p99', 'all at the last version after', 'back in time after'],
  rows,
  more: [
    {
      heads: ['', 'late, p50 / p99', 'all at the last version after', 'acts a second, at most'],
      rows: gain,
    },
  ],
  notes: [
    `The gain: ${PER_SECOND} fixings a second for each line of the second table, then as many acts of ${BATCH} as can be saved, ${SHORT_MS / 1000} s each. Who listens has a connection to PostgreSQL, is woken by each commit, and asks it for what is new, as an instance does without NATS_URL.`,
  ],
  failures,
});

async function byStream(): Promise<void> {
  const url = await scale.postgres.url();
  say(`${WHOLE} whole instances, ${FOLLOWERS} light followers`);
  const env = { NATS_URL: scale.nats.url };
  const instances = await Promise.all(Array.from({ length: WHOLE }, () => startInstance(url, env)));
  const followers = await Followers.start('light-followers.ts', FOLLOWERS, env);
  try {
    const { saved, lags } = await load(url, followers, SECONDS * 1000);
    const caughtUp = await allAt(url, followers, instances);
    const p99 = quantile(lags, 0.99);
    rows.push(['stream', Math.round(saved), `${ms(quantile(lags, 0.5))} / ${ms(p99)}`, ms(caughtUp), '']);
    if (p99 > LATE_MS) failures.push(`messages came ${ms(p99)} late (p99)`);
    if (caughtUp > LATE_MS) failures.push(`the last follower was at the last version after ${ms(caughtUp)}`);
    await death('relay killed', followers, instances, () => killRelay(url, instances));
    await death('NATS killed', followers, instances, async () => {
      await scale.nats.kill();
      await delay(AWAY_MS);
      await scale.nats.start();
    });
    await death('PostgreSQL killed', followers, instances, async () => {
      await scale.postgres.kill('all', () => 0);
      await delay(AWAY_MS);
      await scale.postgres.start();
      await scale.postgres.answersAt(url);
    });
    const { broken } = await followers.look();
    if (broken > 0) failures.push(`${broken} messages did not go on from where their follower was`);
    gain.push(await gainOf(`stream, ${FOLLOWERS + WHOLE}`, url, followers));
  } finally {
    followers.close();
    await endInstances(instances);
  }
}

async function load(url: string, followers: Followers, forMs: number) {
  await followers.look();
  const began = performance.now();
  const writers = new Writers(url, PER_SECOND);
  const lags: number[] = [];
  while (performance.now() - began < forMs) {
    await delay(500);
    for (const lag of (await followers.look()).lags) lags.push(lag);
  }
  await writers.stop();
  return { saved: (writers.saved * 1000) / (performance.now() - began), lags };
}

/** How long it takes after the last fixing until everybody knows it. */
async function allAt(url: string, followers: Followers, instances: readonly Instance[]): Promise<number> {
  const time = await timeUntilAllAt(url, followers, instances);
  if (time === null) failures.push('a follower never came to the last version');
  return time ?? Number.NaN;
}

/** Null: it takes too long. */
async function timeUntilAllAt(
  url: string,
  followers: Followers,
  instances: readonly Instance[],
  lags: number[] = [],
): Promise<number | null> {
  const began = performance.now();
  const version = await lastVersion(url);
  while (performance.now() - began < UP_TO_MS) {
    const { lowest, lags: heard } = await followers.look();
    for (const lag of heard) lags.push(lag);
    const whole = await Promise.all(instances.map(versionOf));
    if (Math.min(lowest, ...whole) === version) return performance.now() - began;
    await delay(10);
  }
  return null;
}

async function killRelay(url: string, instances: Instance[]): Promise<void> {
  const here = await Promise.all(instances.map(relaysHere));
  const place = here.indexOf(true);
  const [killed] = instances.splice(place, 1);
  if (place < 0 || !killed) throw new Error('nobody relays');
  await endServer(killed.child, 'SIGKILL');
  // as whoever runs it starts it again
  void startInstance(url, { NATS_URL: scale.nats.url }).then((started) => instances.push(started));
}

/** Under the same fixings: what happens, and how long after it nobody is late any more. */
async function death(
  what: string,
  followers: Followers,
  instances: Instance[],
  happen: () => Promise<void>,
): Promise<void> {
  say(what);
  const url = await scale.postgres.url();
  const writers = new Writers(url, PER_SECOND);
  await delay(2_000);
  await happen();
  const began = performance.now();
  let back = Number.POSITIVE_INFINITY;
  // half a second in which each follower heard something, and nothing late
  while (back === Number.POSITIVE_INFINITY && performance.now() - began < 60_000) {
    await followers.look();
    await delay(500);
    const { lags } = await followers.look();
    if (lags.length >= FOLLOWERS && quantile(lags, 0.99) < LATE_MS) back = performance.now() - began;
  }
  await writers.stop();
  const caughtUp = await allAt(url, followers, instances);
  rows.push([what, '', '', ms(caughtUp), ms(back)]);
  if (back > BACK_MS) failures.push(`${what}: in time again after ${ms(back)}`);
  for (const instance of instances) await compareWithSaved(what, url, instance);
}

async function compareWithSaved(what: string, url: string, instance: Instance): Promise<void> {
  const saved = await ask<{ code: string; best: string }>(
    url,
    'SELECT currency_code AS code, max(sale) AS best FROM fixings GROUP BY currency_code ORDER BY currency_code LIMIT 5',
  );
  for (const { code, best } of saved) {
    const shown = await bestSale(instance, code);
    if (shown !== Number(best)) failures.push(`${what}: ${code} is shown at ${shown} and saved at ${best}`);
  }
}

async function byListening(count: number): Promise<void> {
  say(`${count} that listen, without a stream`);
  const url = await scale.postgres.url();
  const followers = await Followers.start('listeners.ts', count, { DATABASE_URL: url });
  try {
    gain.push(await gainOf(`LISTEN alone, ${count}`, url, followers));
  } finally {
    followers.close();
  }
}

/** What so many followers cost who saves, and how late they are. */
async function gainOf(what: string, url: string, followers: Followers): Promise<Row> {
  const { lags } = await load(url, followers, SHORT_MS);
  // what comes after the end is the latest of all
  const caughtUp = await timeUntilAllAt(url, followers, [], lags);
  const writers = new Writers(url, ENDLESS);
  await delay(SHORT_MS);
  await writers.stop();
  const acts = writers.saved / BATCH / (SHORT_MS / 1000);
  await timeUntilAllAt(url, followers, []);
  const late = `${ms(quantile(lags, 0.5))} / ${ms(quantile(lags, 0.99))}`;
  return [what, late, caughtUp === null ? 'over 20 s' : ms(caughtUp), Math.round(acts)];
}
