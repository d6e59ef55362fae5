/** Exactly a million fixings, with branches and what is suspended among them: how an instance starts with them. */

import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { sql } from 'kysely';
import pino from 'pino';
import { addBranches, addMarket, addOwnSheets, suspendSome } from '../bench/market.ts';
import { cpuSeconds, memory } from '../bench/processes.ts';
import type { Server, Servers } from '../bench/servers.ts';
import { openNats } from '../server/stream/nats.ts';
import { findHead } from '../server/stream/snapshot.ts';
import { hasNatsServer, NatsServer } from '../server/testing/nats-server.ts';
import { MAIN } from '../server/testing/server-process.ts';

const BUREAUX = 10_000;
/** With 50 at each of the 600 branches that have a sheet of their own, a million. */
const CURRENCIES = 97;
const OF_A_SHEET = 50;
const SNAPSHOT_WITHIN_MS = 120_000;

/** In milliseconds and MB, when it first answered. */
export type Start = { ms: number; cpuMs: number; memory: { now: number; peak: number }; server: Server };

export async function startOf(start: () => Promise<Server>): Promise<Start> {
  const startedAt = performance.now();
  const server = await start();
  const ms = performance.now() - startedAt;
  return { ms, cpuMs: (await cpuSeconds(server)) * 1000, memory: await memory(server), server };
}

export type Million = {
  bureaux: number;
  counts: {
    fixings: number;
    own: number;
    branches: number;
    bureaux_suspended: number;
    sides_suspended: number;
  };
  /** from the database, and from the snapshot of the stream; null: this machine has no nats-server */
  byDatabase: Start;
  bySnapshot: { whole: Start; comparing: Start } | null;
};

/** Alone on the machine: what it started has ended when it returns. */
export async function startMillion(servers: Servers): Promise<Million> {
  let counts: Million['counts'] | undefined;
  const url = await servers.database('million', async (db) => {
    await addMarket(db, BUREAUX, CURRENCIES);
    await addBranches(db);
    await addOwnSheets(db, OF_A_SHEET);
    await suspendSome(db);
    const { rows } = await sql<Million['counts']>`
      SELECT (SELECT count(*) FROM fixings)::int + (SELECT count(*) FROM branch_fixings)::int AS fixings,
        (SELECT count(*) FROM branch_fixings)::int AS own, (SELECT count(*) FROM branches)::int AS branches,
        (SELECT count(*) FROM companies WHERE suspended_at IS NOT NULL)::int AS bureaux_suspended,
        (SELECT sum(is_purchase_suspended::int + is_sale_suspended::int)
          FROM fixings)::int AS sides_suspended`.execute(db);
    counts = rows[0];
  });
  if (counts?.fixings !== 1_000_000) throw new Error(`it has ${counts?.fixings} fixings`);
  const byDatabase = await startOf(() => servers.startParite(url));
  await servers.stop(byDatabase.server);
  const bySnapshot = hasNatsServer ? await startBySnapshot(servers, url) : null;
  return { bureaux: BUREAUX, counts, byDatabase, bySnapshot };
}

/** Beside a whole instance that has put it: another whole one, and a comparing one. */
async function startBySnapshot(servers: Servers, url: string): Promise<Million['bySnapshot']> {
  const nats = await NatsServer.open();
  try {
    const relay = await servers.startParite(url, { NATS_URL: nats.url });
    await snapshotIn(nats.url);
    const whole = await startOf(() => servers.startParite(url, { NATS_URL: nats.url }));
    await servers.stop(whole.server);
    const settings = { ROLE: 'compare', NATS_URL: nats.url, INTERNAL_URL: relay.url };
    const comparing = await startOf(() => servers.start(MAIN, settings));
    await servers.stop(comparing.server);
    await servers.stop(relay);
    return { whole, comparing };
  } finally {
    await nats.close();
  }
}

/** Resolves once there is one. */
async function snapshotIn(natsUrl: string): Promise<void> {
  const nats = openNats(natsUrl, pino({ level: 'silent' }));
  const streams = await jetstreamManager(await nats.connection, { checkAPI: false });
  const until = performance.now() + SNAPSHOT_WITHIN_MS;
  while (!(await findHead(streams).catch(() => null))) {
    if (performance.now() > until) throw new Error('there is no snapshot');
    await delay(100);
  }
  await nats.close();
}
