/** Two agents of a bureau on two instances, and their travellers, each at the same reservations, while what serves them dies. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Ask, type Asks, idOf, isMade } from './asks.ts';
import { isOpenQuestion, type Person } from './caller.ts';
import { type Changes, type Kind, type Seen, turnOf } from './changes.ts';
import { closeDays } from './closing.ts';
import { DEATHS, type Death, strike, Watch } from './deaths.ts';
import { checkHistory, readHistory } from './history.ts';
import { checkLinked } from './linked.ts';
import { type Bureau, INSTANCES, type Scene } from './scene.ts';

/** Ends with a step left, so that none of these is refused for want of notes. */
export const READY = 1_600;
/** A bureau of this part has so many seconds to answer: what it leaves lapses while the proof goes on. */
export const ANSWER_SECONDS = 12;
const RESERVATIONS = 16;
const LINKED = 4;
const TURNS = 60;
const AMOUNT = 60;
/** In euros: what is worth no more needs no answer, and may be collected at once. */
export const ACCEPTED_UP_TO = 40;
const SMALL = 40;
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 20_000;
const SOON_MS = 2_500;
const BETWEEN_MS = 80;
const AWAY_MS = 150;
const KINDS: readonly Kind[] = [
  'accepted',
  'accepted',
  'accepted',
  'ready',
  'ready',
  'collected',
  'collected',
  'undone',
  'no_show',
  'moved',
  'declined',
  'cancelled',
];

export type Round = {
  death: Death;
  reservations: number;
  tried: number;
  done: number;
  unanswered: number;
  looks: number;
  failures: string[];
};

type Play = { scene: Scene; bureau: Bureau; asks: Asks; changes: Changes; draw: () => number };
type Known = Seen & { traveller: Person };

export async function work(play: Play, round: number): Promise<Round> {
  const { scene, bureau, asks, changes, draw } = play;
  const branch = bureau.branches[round] ?? 0;
  const first = { asks: asks.all.length, changes: changes.all.length };
  const death = DEATHS[round % DEATHS.length] ?? 'nothing';
  const watch = new Watch(scene, [branch]);
  const travellers = await scene.addTravellers(RESERVATIONS);
  // some exchange twice, which is linked
  const asked = [...travellers, ...travellers.slice(0, LINKED)];
  const made = (await Promise.all(asked.map((one, i) => reserve(play, branch, one, i)))).flatMap(
    (one) => one ?? [],
  );
  await Promise.all([
    strike(scene, death, draw),
    ...bureau.agents.map((agent, place) => serve(play, agent, made, place)),
    ...made.slice(0, made.length / 2).map((one) => change(play, one)),
  ]);
  await asks.settle(asks.all.slice(first.asks), PATIENCE_MS);
  await watch.stop();
  const own = changes.all.slice(first.changes);
  const history = await readHistory(scene, [branch]);
  const failures = [
    ...asks.check(asks.all.slice(first.asks), history.rows, READY / 2),
    ...checkHistory(history, own),
    ...watch.wrong,
    ...(await checkLinked(scene, bureau, branch)),
    ...(await closeDays(scene, bureau, branch)),
  ];
  return {
    death,
    reservations: history.rows.length,
    tried: own.length,
    done: own.filter(({ outcome }) => outcome === 'done').length,
    unanswered: own.filter(({ outcome }) => outcome === 'unknown').length,
    looks: watch.looks,
    failures: failures.map((failure) => `agents, round ${round + 1} (${death}): ${failure}`),
  };
}

/** Some need no answer, for so soon that the hour passes while the agents are at work. */
async function reserve(
  { asks, bureau }: Play,
  branch: number,
  traveller: Person,
  i: number,
): Promise<Known | null> {
  const isSmall = i % 3 === 0;
  const pickupAt = new Date(Date.now() + (isSmall ? SOON_MS : 20 * HOUR_MS)).toISOString();
  const amount = isSmall ? SMALL : AMOUNT;
  const ask: Ask = asks.begin({ traveller, bureau, branch, amount, pickupAt });
  const heard = await asks.sendUntilAnswered(ask, i, performance.now() + PATIENCE_MS);
  const id = idOf(ask);
  if (!heard || !isMade(heard) || id === null) return null;
  return { id, code: String(heard.body.code), updatedAt: String(heard.body.updated_at), traveller };
}

/** An agent who presses anything, in any order: what is out of order must be refused. Where its instance is away it goes to the next. */
async function serve({ changes, draw }: Play, agent: Person, made: readonly Known[], first: number) {
  let place = first;
  for (let turn = 0; turn < TURNS; turn++) {
    const one = made[Math.floor(draw() * made.length)];
    const kind = KINDS[Math.floor(draw() * KINDS.length)];
    if (!one || !kind) return;
    const to = kind === 'moved' ? new Date(Date.now() + (21 + draw() * 26) * HOUR_MS).toISOString() : null;
    const heard = await changes.attempt(agent, kind, one, place, to);
    note(one, heard.body);
    await delay(isOpenQuestion(heard) ? AWAY_MS : draw() * BETWEEN_MS);
    if (heard.status === null) place += 1;
  }
}

/** Its traveller, once or twice. */
async function change({ changes, draw }: Play, one: Known): Promise<void> {
  await delay(draw() * 1_500);
  const to = new Date(Date.now() + (21 + draw() * 26) * HOUR_MS).toISOString();
  const heard = await changes.attempt(one.traveller, 'moved', one, turnOf(one, INSTANCES), to);
  note(one, heard.body);
  if (draw() < 0.4) await changes.attempt(one.traveller, 'cancelled', one, turnOf(one, INSTANCES));
}

/** What both sides see is the same page: the last answer. */
function note(one: Known, body: Record<string, unknown>): void {
  if (typeof body.updated_at === 'string') one.updatedAt = body.updated_at;
}
