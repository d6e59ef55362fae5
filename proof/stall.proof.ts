/** A PostgreSQL that stops for a moment, again and again, under writes: who is refused, and after what wait. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../server/db/open.ts';
import { ms, quantile } from './figures.ts';
import { OwnPostgres } from './postgres.ts';
import { conclude, say } from './result.ts';

const SECONDS = Number(process.env.PROOF_SECONDS ?? 30);
const STOPS_MS = [1_000, 1_400, 1_800, 2_300, 4_000];
const BETWEEN_MS = 1_000;
const WRITERS = 20;
/** A write is refused only after so long, unless the database was away for longer than `AWAY_MS`. */
const OWN_WAIT_MS = 1_300;
const REFUSED_WITHIN_MS = 2_000;
const AWAY_MS = 2_500;

type Scene = { stop: number; stops: number; saved: number[]; refused: number[] };

const folder = await mkdtemp(join(tmpdir(), 'parite-proof-'));
// PostgreSQL runs as another user when root runs the proof
await chmod(folder, 0o711);
const postgres = new OwnPostgres(join(folder, 'given'));
const scenes: Scene[] = [];
try {
  await postgres.start();
  for (const stop of STOPS_MS) {
    say(`PostgreSQL stops for ${stop} ms, again and again`);
    scenes.push(await stall(stop));
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}

conclude('stall', {
  promise:
    `A database that misses a second is not cut off. All processes of PostgreSQL stop for a moment (SIGSTOP), again and ` +
    `again for ${SECONDS} seconds, while ${WRITERS} writers share 10 connections: a stop of a second refuses nobody; up ` +
    `to ${AWAY_MS / 1000} seconds, only what had waited itself for more than ${OWN_WAIT_MS / 1000} seconds; whatever ` +
    'is refused is so in under 2 seconds.',
  heads: ['it stops for', 'times', 'writes saved', 'median / worst', 'refused', 'refusal, first / worst'],
  rows: scenes.map(({ stop, stops, saved, refused }) => [
    ms(stop),
    stops,
    saved.length,
    `${ms(quantile(saved, 0.5))} / ${ms(quantile(saved, 1))}`,
    refused.length,
    refused.length === 0 ? '' : `${ms(quantile(refused, 0))} / ${ms(quantile(refused, 1))}`,
  ]),
  failures: scenes.flatMap(judge),
});

async function stall(stop: number): Promise<Scene> {
  const { db, close } = openDatabase(await postgres.url());
  const scene: Scene = { stop, stops: 0, saved: [], refused: [] };
  await sql`CREATE TABLE IF NOT EXISTS written (n int)`.execute(db);
  const until = performance.now() + SECONDS * 1_000;
  const writing = Array.from({ length: WRITERS }, () => write(db, scene, until));
  while (performance.now() < until) {
    await delay(BETWEEN_MS);
    await postgres.freeze();
    await delay(stop);
    await postgres.thaw();
    scene.stops += 1;
  }
  await Promise.all(writing);
  await close();
  return scene;
}

async function write(db: Db, { saved, refused }: Scene, until: number): Promise<void> {
  while (performance.now() < until) {
    const at = performance.now();
    const isSaved = await db
      .transaction()
      .execute((trx) => sql`INSERT INTO written VALUES (1)`.execute(trx))
      .then(
        () => true,
        () => false,
      );
    (isSaved ? saved : refused).push(performance.now() - at);
    await delay(20);
  }
}

function judge({ stop, saved, refused }: Scene): string[] {
  const early = stop < AWAY_MS ? refused.filter((wait) => wait < OWN_WAIT_MS) : [];
  const late = refused.filter((wait) => wait > REFUSED_WITHIN_MS);
  return [
    ...(stop <= 1_000 && refused.length > 0 ? [`${refused.length} refused by a stop of ${ms(stop)}`] : []),
    ...early.map((wait) => `refused after ${ms(wait)}, by a stop of ${ms(stop)}`),
    ...late.map((wait) => `refused after ${ms(wait)} only, by a stop of ${ms(stop)}`),
    ...(saved.length === 0 ? ['nothing was saved'] : []),
  ];
}
