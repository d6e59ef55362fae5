// A fleet at wrong clocks, over a database whose own clock jumps, while people reserve, bureaux fix and letters leave.
import { setTimeout as delay } from 'node:timers/promises';
import { MOVE_CLOCK } from '../server/testing/clock/shift-postgres.ts';
import { wrongClock } from '../server/testing/clock/wrong-clock.ts';
import { NatsServer } from '../server/testing/nats-server.ts';
import { endServer, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import { Asks, idOf, isMade } from './booking/asks.ts';
import { Changes } from './booking/changes.ts';
import { checkHistory, readHistory } from './booking/history.ts';
import { type Bureau, type Plan, Scene } from './booking/scene.ts';
import { say } from './result.ts';

// `ahead`: of the database. `isStopped`: it jumps while no instance runs. `isAfterStop`: instances that began in doubt.
export type Phase = { name: string; ahead: string; isStopped?: boolean; isAfterStop?: boolean };
export type Lived = Phase & { made: number; fixed: number; compared: number; letters: number };

const WHOLE_DAYS = [0, -1, 30, 400];
const COMPARING_DAYS = [0, 30];
// open at the beginning, of which every second one is accepted
const OPEN_AT_FIRST = 30;
// far above the day's requests, so that none is refused
const BILLS = 50_000;
const HOUR_MS = 60 * 60_000;
const EVERY_MS = 2_000;
// of a date against the true time
const OFF_MS = 120_000;
const SOON_MS = 60_000;
const MOST_SAID = 5;
// between two measures of the database's time
const MEASURED_MS = 35_000;
const BUREAUX: Plan[] = [
  { name: 'reserve', branches: 1, ready: BILLS, terms: { answer_minutes: 120 } },
  { name: 'fixe', branches: 1, ready: BILLS, terms: {} },
];
// what the people of the proof cause, by the column that dates it
const DATES = [
  ['fixings', 'updated_at'],
  ['fixing_logs', 'at'],
  ['reservations', 'requested_at'],
  ['reservations', 'updated_at'],
  ['reservation_events', 'at'],
  ['mails', 'created_at'],
  ['mails', 'finished_at'],
] as const;

type Fleet = {
  scene: Scene;
  reserving: Bureau;
  fixing: Bureau;
  comparing: ServerProcess[];
  nats: NatsServer;
};
type Acts = Omit<Lived, keyof Phase>;

export async function proveClock(
  phases: readonly Phase[],
  seconds: number,
): Promise<{ lived: Lived[]; failures: string[] }> {
  const fleet = await openFleet();
  const failures: string[] = [];
  const lived: Lived[] = [];
  try {
    const [asks, changes] = [new Asks(fleet.scene), new Changes(fleet.scene)];
    await openReservations(fleet, asks, changes);
    failures.push(...(await checkPool(fleet)));
    for (const phase of phases) {
      const acts = await live(fleet, phase, seconds, asks, changes);
      const found = await check(fleet, phase, asks, changes);
      lived.push({ ...phase, ...acts.done });
      failures.push(...[...acts.wrong, ...found].map((sentence) => `${phase.name}: ${sentence}`));
      say(`${phase.name}: ${JSON.stringify(acts.done)}, ${acts.wrong.length + found.length} failures`);
      for (const sentence of [...acts.wrong, ...found].slice(0, MOST_SAID)) say(sentence);
    }
    if (failures.length > 0) say(await fleet.scene.lastWords());
    return { lived, failures };
  } finally {
    await Promise.all(fleet.comparing.map(({ child }) => endServer(child, 'SIGKILL')));
    await fleet.scene.close();
    await fleet.nats.close();
  }
}

async function openFleet(): Promise<Fleet> {
  const nats = await NatsServer.open();
  const settings = WHOLE_DAYS.map((days) => ({ NATS_URL: nats.url, ...wrongClock(days) }));
  const { scene, bureaux } = await Scene.open(BUREAUX, { settings, clock: MOVE_CLOCK });
  const [reserving, fixing] = bureaux;
  if (!reserving || !fixing) throw new Error('there are two bureaux');
  const role = { ROLE: 'compare', NATS_URL: nats.url, INTERNAL_URL: `http://127.0.0.1:${scene.portOf(0)}` };
  const comparing = await Promise.all(
    COMPARING_DAYS.map((days) => startServer({ ...role, RATE_LIMIT: '999999999', ...wrongClock(days) })),
  );
  return { scene, reserving, fixing, comparing, nats };
}

async function openReservations({ scene, reserving }: Fleet, asks: Asks, changes: Changes): Promise<void> {
  const [agent] = reserving.agents;
  const travellers = await scene.addTravellers(OPEN_AT_FIRST);
  for (const [i, traveller] of travellers.entries()) {
    const pickupAt = new Date(Date.now() + (4 + 3 * (i % 5)) * HOUR_MS).toISOString();
    const branch = reserving.branches[0] ?? 0;
    const ask = asks.begin({ traveller, bureau: reserving, branch, amount: 100, pickupAt });
    const heard = await asks.send(ask, i);
    const id = idOf(ask);
    if (!agent || id === null) throw new Error(`a request was answered ${JSON.stringify(heard)}`);
    const seen = { id, code: String(heard.body.code), updatedAt: String(heard.body.updated_at) };
    if (i % 2 === 0) await changes.attempt(agent, 'accepted', seen, i);
  }
}

// Those whose own clock is wrong have left, and the right ones stay.
async function checkPool(fleet: Fleet): Promise<string[]> {
  const members = [
    ...WHOLE_DAYS.map((days, i) => ({ days, url: `http://localhost:${fleet.scene.portOf(i)}` })),
    ...COMPARING_DAYS.map((days, i) => ({ days, url: fleet.comparing[i]?.url ?? '' })),
  ];
  const until = performance.now() + SOON_MS;
  for (;;) {
    const statuses = await Promise.all(members.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
    const wrong = members.flatMap(({ days }, i) =>
      statuses[i] === (days === 0 ? 200 : 503) ? [] : [`${days} days off: /readyz says ${statuses[i]}`],
    );
    if (wrong.length === 0 || performance.now() > until) return wrong;
    await delay(EVERY_MS);
  }
}

async function live(
  fleet: Fleet,
  { ahead, isStopped = false, isAfterStop = false }: Phase,
  seconds: number,
  asks: Asks,
  changes: Changes,
): Promise<{ done: Acts; wrong: string[] }> {
  const { scene } = fleet;
  if (isStopped) await Promise.all(WHOLE_DAYS.map((_, place) => scene.killInstance(place)));
  await scene.ask('UPDATE clock.ahead SET by = $1::interval', [ahead]);
  if (isStopped) await Promise.all(WHOLE_DAYS.map((_, place) => scene.startInstance(place)));
  if (isAfterStop) await delay(MEASURED_MS);
  const done: Acts = { made: 0, fixed: 0, compared: 0, letters: 0 };
  const wrong: string[] = [];
  const until = performance.now() + seconds * 1_000;
  for (let turn = 0; performance.now() < until; turn++) {
    const next = delay(EVERY_MS);
    // nobody knows the time after a stop in doubt: what is made then is dated by the database
    if (!isStopped) {
      wrong.push(...(await fix(fleet, turn, done)), ...(await reserve(fleet, turn, asks, changes, done)));
    }
    wrong.push(...(isStopped ? [] : await compareEverywhere(fleet, done)));
    await next;
  }
  done.letters = scene.mailServer.received.length;
  return { done, wrong };
}

async function fix({ scene, fixing }: Fleet, turn: number, done: Acts): Promise<string[]> {
  const [agent] = fixing.agents;
  if (!agent) return ['there is no agent'];
  const before = Date.now();
  // no two alike, and near the mid rate
  const { updatedAt } = await scene.fix(agent, (1_100_000 + (before % 10_000)) / 1e6);
  done.fixed += 1;
  const off = Date.parse(updatedAt) - before;
  return Math.abs(off) > OFF_MS ? [`a fixing by instance ${turn} is dated ${off} ms off`] : [];
}

async function reserve(
  { scene, reserving }: Fleet,
  turn: number,
  asks: Asks,
  changes: Changes,
  done: Acts,
): Promise<string[]> {
  const [agent] = reserving.agents;
  const [traveller] = await scene.addTravellers(1);
  const branch = reserving.branches[0] ?? 0;
  if (!agent || !traveller) return ['there is nobody'];
  const pickupAt = new Date(Date.now() + 20 * HOUR_MS).toISOString();
  const ask = asks.begin({ traveller, bureau: reserving, branch, amount: 100, pickupAt });
  const heard = await asks.send(ask, turn);
  const id = idOf(ask);
  if (!isMade(heard) || id === null) return [`a request was answered ${heard.status} ${heard.body.code}`];
  const seen = { id, code: String(heard.body.code), updatedAt: String(heard.body.updated_at) };
  const accepted = await changes.attempt(agent, 'accepted', seen, turn + 1);
  done.made += 1;
  return accepted.status === 200 ? [] : [`an acceptance was answered ${accepted.status}`];
}

// Both bureaux, fresh, from every instance.
async function compareEverywhere({ scene, comparing }: Fleet, done: Acts): Promise<string[]> {
  const urls = [...scene.ports.map((port) => `http://localhost:${port}`), ...comparing.map(({ url }) => url)];
  const wrong = await Promise.all(
    urls.map(async (url, i) => {
      const answer = await fetch(`${url}/api/public/offers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } }),
      });
      const { offers = [] } = (await answer.json()) as { offers?: { is_fresh: boolean }[] };
      const fresh = offers.filter(({ is_fresh }) => is_fresh).length;
      return fresh === BUREAUX.length ? [] : [`instance ${i}: ${fresh} fresh offers of ${offers.length}`];
    }),
  );
  done.compared += urls.length;
  return wrong.flat();
}

// Nothing is ended, erased, lost or dated wrongly.
async function check({ scene, reserving }: Fleet, { isStopped }: Phase, asks: Asks, changes: Changes) {
  const history = await readHistory(scene, reserving.branches);
  const now = new Date();
  const ended = history.rows.filter(
    ({ state, due_at }) => ['lapsed', 'no_show'].includes(state) && due_at > now,
  );
  const [lost] = await scene.ask<{ refused: number; late: number; travellers: number }>(
    `SELECT count(*) FILTER (WHERE outcome IN ('given_up', 'refused'))::int AS refused,
       count(*) FILTER (WHERE outcome IS NULL AND created_at < now() - interval '2 minutes'
         AND created_at > now() - interval '1 day')::int AS late,
       (SELECT count(*) FROM travellers)::int AS travellers FROM mails WHERE kind = 'reservation'`,
  );
  const expired = await scene.countLines(/"reason":"expired"/);
  const misdated = await Promise.all(
    DATES.map(async ([table, column]) => {
      const [row] = await scene.ask<{ count: number; seen: Date }>(
        `SELECT count(*)::int AS count, max(${column}) AS seen FROM ${table} WHERE ${column} > $1::timestamptz + interval '2 minutes'
           OR ${column} < $2::timestamptz`,
        [now, new Date(startedAt - OFF_MS)],
      );
      return row?.count
        ? [`${row.count} of ${table}.${column} are dated wrongly (${row.seen?.toISOString()})`]
        : [];
    }),
  );
  const travellers = new Set(asks.all.map(({ traveller }) => traveller.id)).size;
  return [
    ...ended.map(({ id, state, due_at }) => `reservation ${id} is ${state}, due ${due_at.toISOString()}`),
    ...(lost?.refused ? [`${lost.refused} letters were given up`] : []),
    ...(expired > 0 ? [`${expired} letters were dropped as expired`] : []),
    ...(lost?.late && !isStopped ? [`${lost.late} letters did not leave`] : []),
    ...(lost?.travellers === travellers ? [] : [`${lost?.travellers} travellers of ${travellers}`]),
    ...misdated.flat(),
    ...asks.check(asks.all, history.rows, BILLS),
    ...changes.wrong.splice(0),
    ...checkHistory(history, changes.all),
  ];
}

const startedAt = Date.now();
