/**
 * Ten agents of ten companies who import the worst tables of branches without a pause, at the quotas of a default
 * installation: how long a comparison takes meanwhile, and without them, by turns in one run.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { aBranchDraft } from '#domain/testing/branches.ts';
import type { Db } from '../server/db/open.ts';
import { addMarket } from './market.ts';
import { ask, fetchXsrfToken, insertSession, sessionHeaders } from './office-client.ts';
import { Servers } from './servers.ts';

const AGENTS = 10;
const BUREAUX = 1_000;
const CURRENCIES = 20;
const LINES = 500;
const TURNS = 3;
/** Comparisons a turn, of the 120 public POSTs a minute of one address. */
const COMPARISONS = 100;
const TURN_MS = 60_000;
const MOST_TIMES = 2;

let tables = 0;

const servers = await Servers.open();
try {
  const { port } = await servers.parite('imports', fill, { RATE_LIMIT: '120' });
  const xsrf = await fetchXsrfToken(port);
  const [alone, beside]: [number[], number[]] = [[], []];
  let [answered, refused] = [0, 0];
  await compareFor(port, 1_000);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await delay(TURN_MS);
    alone.push(...(await compareFor(port, TURN_MS / 2)));
    await delay(TURN_MS);
    const ends = performance.now() + TURN_MS / 2;
    const agents = Array.from({ length: AGENTS }, async (_, agent) => {
      while (performance.now() < ends) {
        const answer = await importTable(port, agent, xsrf);
        answer.resume();
        await once(answer, 'end');
        if (answer.statusCode !== 429) answered += 1;
        else {
          refused += 1;
          await delay(100);
        }
      }
    });
    beside.push(...(await compareFor(port, TURN_MS / 2)));
    await Promise.all(agents);
  }
  const times = median(beside) / median(alone);
  console.log(
    `\n${AGENTS} agents import ${LINES} lines at a time: ${answered} tables read, ${refused} beyond the quotas (load average ${loadavg()[0]?.toFixed(1)})\n`,
  );
  console.log(
    `  median of a comparison      ${median(alone).toFixed(1)} ms alone, ${median(beside).toFixed(1)} ms beside: ${times.toFixed(2)} times (at most ${MOST_TIMES}: ${times <= MOST_TIMES ? 'holds' : 'does not hold'})`,
  );
} finally {
  await servers.closeAll();
}

async function fill(db: Db): Promise<void> {
  await addMarket(db, BUREAUX, CURRENCIES);
  for (let agent = 0; agent < AGENTS; agent += 1) {
    const mail = `agent-${agent + 1}@bench.example`;
    await insertSession(db, sessionOf(agent), mail);
    await sql`
      INSERT INTO user_scopes (user_id, scope)
      SELECT id, 'branches.edit.me' FROM users WHERE mail = ${mail}
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/** A token of 32 bytes, as the cookie holds it. */
function sessionOf(agent: number): string {
  return `c2Vzc2lvbi1vZi1hbi1hZ2VudC1vZi10aGUtYmVu${String(agent).padStart(3, '0')}`;
}

/** Distinct hours that the library takes long to read, and the last of which it can not. */
function importTable(port: number, agent: number, xsrf: string): Promise<IncomingMessage> {
  tables += 1;
  const branches = Array.from({ length: LINES }, (_, i) =>
    aBranchDraft({
      name: `Agence ${i}`,
      hours: `${'Mo-Fr 09:00-12:00, '.repeat(24)}${i === LINES - 1 ? 'M' : `Sa ${i % 24}:${String(tables % 60).padStart(2, '0')}-24:00`}`,
    }),
  );
  return ask(
    port,
    'POST',
    '/api/branches/import',
    sessionHeaders(sessionOf(agent), xsrf),
    JSON.stringify({ branches }),
  );
}

async function compareFor(port: number, ms: number): Promise<number[]> {
  const body = JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } });
  const taken: number[] = [];
  const ends = performance.now() + ms;
  while (performance.now() < ends && taken.length < COMPARISONS) {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/public/offers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a comparison was answered ${answer.status}`);
    taken.push(performance.now() - begun);
    await delay(ms / COMPARISONS);
  }
  return taken;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
