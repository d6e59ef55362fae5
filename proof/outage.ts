/** Takes the database away for a while under comparisons and writes, and looks at what both were answered. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../server/seed/random.ts';
import { Agents, type SaveTime } from './agents.ts';
import type { Flight } from './http.ts';
import { Ledger, query } from './ledger.ts';
import { say } from './result.ts';
import { AMOUNT, type Look, Travellers } from './travellers.ts';
import { Visitors } from './visitors.ts';
import { type Kind, World } from './world.ts';

export type Manner = 'killed' | 'frozen';
export type Scene = { kind: Kind; manner: Manner; seconds: number; bounds: Bounds };

/** In milliseconds: how long a refusal may take, and the return of everything. */
export type Bounds = { refused: number; back: number };

export type Outcome = Scene & {
  compared: number;
  slowestComparison: number;
  /** rates that were shown though their save was answered 503: it had been done all the same */
  shownUnanswered: number;
  /** writes answered while it was away, in milliseconds, in their order */
  refused: number[];
  /** milliseconds from the database's first answer */
  back: { ready: number; saved: number; shown: number };
  failures: string[];
};

const TRAVELLERS = 8;
const BEFORE_MS = 1_000;
const SENTENCE = 'Le service est momentanément indisponible. Réessayez dans un instant.';
/** Seeds, so that a run can be repeated. */
const SEED = 6;

export async function proveOutage(scene: Scene): Promise<Outcome> {
  const world = await World.open(scene.kind);
  return proveOutageOf(world, scene).finally(() => world.close());
}

export async function proveOutageOf(world: World, scene: Omit<Scene, 'kind'>): Promise<Outcome> {
  const { manner, seconds, bounds } = scene;
  const { kind } = world;
  const failures: string[] = [];
  const ledger = new Ledger();
  const url = await world.cluster.url();
  await ledger.open(url);
  const flights = new Set<Flight>();
  const saves: SaveTime[] = [];
  const onSave = (save: SaveTime) => saves.push(save);
  const agents = new Agents(world.port, ledger, { draw: createRandom(SEED), flights, onSave });
  const shownUnanswered = new Set<number>();
  const look = await watchFigures(url, ledger, shownUnanswered, failures);
  const travellers = new Travellers(world.port, flights, look);
  const visitors = new Visitors(world.port, onSave);
  await agents.start();
  visitors.start();
  travellers.start(TRAVELLERS, 5);
  await delay(BEFORE_MS);

  say(`PostgreSQL (${kind}) ${manner} for ${seconds} s`);
  const leavesAt = performance.now();
  await takeAway(world, manner);
  const awayAt = performance.now();
  await delay(seconds * 1000);
  const endsAt = performance.now();
  const answeredAt = await bringBack(world, manner, url);
  const back = await measureReturn(world, agents, answeredAt);

  await agents.pause();
  failures.push(...(await ledger.check(url)), ...(await world.unshown(url, bounds.back)));
  await agents.stop();
  await Promise.all([travellers.stop(), visitors.stop()]);
  const during = saves.filter(({ at, ms }) => at + ms > leavesAt && at + ms < endsAt);
  failures.push(
    ...judge(during, { leavesAt, awayAt }, bounds),
    ...agents.wrong,
    ...judgeReturn(back, bounds),
  );
  failures.push(...travellers.failed.map((failure) => `a comparison failed: ${failure}`));
  if (failures.length > 0) say(await world.lastWords());
  return {
    kind,
    manner,
    seconds,
    bounds,
    failures,
    back,
    shownUnanswered: shownUnanswered.size,
    compared: travellers.answered,
    slowestComparison: travellers.slowest,
    refused: during
      .filter(({ status }) => status === 503)
      .map((save) => waitOf(save, leavesAt))
      .sort((a, b) => a - b),
  };
}

/** `performance.now()` when it first answers again. */
async function bringBack(world: World, manner: Manner, url: string): Promise<number> {
  if (manner === 'frozen') await world.cluster.thaw();
  else {
    await world.cluster.putBack();
    await world.restartPostgres();
  }
  return world.cluster.answersAt(url);
}

async function takeAway({ cluster }: World, manner: Manner): Promise<void> {
  await (manner === 'frozen' ? cluster.freeze() : cluster.takeAway());
}

async function measureReturn(world: World, agents: Agents, answeredAt: number): Promise<Outcome['back']> {
  const [ready, { saved, shown }] = await Promise.all([world.readyAt(), agents.fixAndSee()]);
  return { ready: ready - answeredAt, saved: saved - answeredAt, shown: shown - answeredAt };
}

/**
 * While the database is away a write is soon refused in French. A write that was under way when it went may have been
 * done, or refused.
 */
function judge(
  saves: readonly SaveTime[],
  { leavesAt, awayAt }: { leavesAt: number; awayAt: number },
  { refused }: Bounds,
): string[] {
  return saves.flatMap((save) => {
    const { status, text, at } = save;
    if (status !== null && status < 300 && at < awayAt) return [];
    if (status !== 503) return [`a write was answered ${status ?? 'nothing'}: ${text.slice(0, 200)}`];
    const waited = waitOf(save, leavesAt);
    return [
      ...(JSON.parse(text).message === SENTENCE ? [] : [`a write was answered ${text.slice(0, 200)}`]),
      ...(waited < refused ? [] : [`a write waited ${Math.round(waited)} ms for its refusal`]),
    ];
  });
}

// milliseconds without a database, of a write that may have been sent while there was one
function waitOf({ ms, at }: SaveTime, leavesAt: number): number {
  return ms - Math.max(0, leavesAt - at);
}

function judgeReturn(back: Outcome['back'], bounds: Bounds): string[] {
  return Object.entries(back)
    .filter(([, ms]) => ms > bounds.back)
    .map(([what, ms]) => `${what} ${Math.round(ms)} ms after the database answered again`);
}

/**
 * What is shown of a bureau whose agents are at work must be the seeded fixing, or one that was asked for and not
 * refused; and whoever has seen a fixing is never shown an older one.
 */
async function watchFigures(
  url: string,
  ledger: Ledger,
  shownUnanswered: Set<number>,
  failures: string[],
): Promise<Look> {
  const { rows } = await query<{ name: string; code: string; sale: string }>(
    url,
    `SELECT name, currency_code AS code, sale FROM fixings JOIN companies ON companies.id = company_id`,
  );
  const seeded = new Set(rows.map(({ name, code, sale }) => `${name}:${code}:${centsOf(Number(sale))}`));
  const seen = new Map<string, string>();
  return (code, offers, traveller) => {
    for (const { company, co_offer, updated_at } of offers) {
      const where = `${company.name}:${code}`;
      const rate = co_offer.amount / AMOUNT;
      const outcome = ledger.outcomeOf(rate);
      if (outcome === 'unknown') shownUnanswered.add(rate);
      const isKnown =
        (outcome !== undefined && outcome !== 'refused') ||
        seeded.has(`${where}:${centsOf(co_offer.amount / AMOUNT)}`);
      if (!isKnown) failures.push(`${where}: shown at ${co_offer.amount / AMOUNT}, which nobody fixed`);
      const last = seen.get(`${traveller}:${where}`) ?? '';
      if (updated_at < last)
        failures.push(`${where}: the fixing of ${updated_at} shown after that of ${last}`);
      seen.set(`${traveller}:${where}`, updated_at);
    }
  };
}

function centsOf(rate: number): number {
  return Math.round(rate * AMOUNT * 100);
}
