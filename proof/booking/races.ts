/** 200 travellers at once for the last 500 dollars of a branch, on three instances, while what serves them dies. */
import { setTimeout as delay } from 'node:timers/promises';
import { decimalOf } from '../../domain/money/decimal.ts';
import { reservableStep } from '../../domain/reservations/reservable-step.ts';
import { LARGEST_SHARE } from '../../domain/terms/terms.ts';
import { type Ask, type Asks, idOf, isMade } from './asks.ts';
import { type Heard, isOpenQuestion, type Person } from './caller.ts';
import { type Changes, type Seen, turnOf } from './changes.ts';
import { DEATHS, type Death, strike, Watch } from './deaths.ts';
import { checkHistory, leftAt, readHistory } from './history.ts';
import { type Bureau, INSTANCES, RATE, type Scene } from './scene.ts';

export const READY = 500;
/** Of what a branch has left for a day, one traveller may reserve a step, in whole notes: decision 053. */
const LARGEST = reservable(READY);
const AMOUNTS = [20, 25, 33, 40, 50, 75, 100, 100, 120, 150, 200, 300];
const LEAST = 10;
const DAY_MS = 86_400_000;
/** How long somebody tries before they leave it: what became of it is asked once all is quiet. */
const PATIENCE_MS = 5_000;
const SETTLED_WITHIN_MS = 60_000;

export type Round = {
  death: Death;
  requests: number;
  /** sent twice at once under one key, to two instances */
  doubled: number;
  made: number;
  givenBack: number;
  unanswered: number;
  fixed: number;
  looks: number;
  ms: number;
  failures: string[];
};

type Play = {
  scene: Scene;
  bureau: Bureau;
  branch: number;
  asks: Asks;
  changes: Changes;
  draw: () => number;
  pickupAt: string;
};

export async function race(
  given: { scene: Scene; bureau: Bureau; asks: Asks; changes: Changes; draw: () => number },
  round: number,
  count: number,
): Promise<Round> {
  const { scene, bureau, asks, changes, draw } = given;
  const branch = bureau.branches[round] ?? 0;
  const pickupAt = new Date(Date.now() + DAY_MS).toISOString();
  const play: Play = { ...given, branch, pickupAt };
  const first = { asks: asks.all.length, changes: changes.all.length, repeated: asks.repeated };
  const death = DEATHS[round % DEATHS.length] ?? 'nothing';
  // an airport: all of them come from one address
  const isHall = round % 4 === 1;
  const travellers = await scene.addTravellers(count, isHall ? round : null);
  const startedAt = performance.now();
  const watch = new Watch(scene, [branch]);
  const isRepriced = round % 4 === 3;
  const storm = travellers.map((traveller, i) => compete(play, traveller, i));
  await Promise.all([strike(scene, death, draw), isRepriced && reprice(play), ...storm]);
  const own = () => asks.all.slice(first.asks);
  await asks.settle(own(), SETTLED_WITHIN_MS);
  const failures = await sellTheRest(play);
  const ms = performance.now() - startedAt;
  await watch.stop();
  const history = await readHistory(scene, [branch]);
  failures.push(
    ...asks.check(own(), history.rows, LARGEST),
    ...checkHistory(history, changes.all.slice(first.changes)),
    ...watch.wrong,
  );
  return {
    death,
    ms,
    requests: own().length,
    doubled: Math.ceil(count / 5),
    made: history.rows.length,
    givenBack: history.rows.filter(({ ended_at }) => ended_at !== null).length,
    unanswered: asks.repeated - first.repeated,
    fixed: isRepriced ? 1 : 0,
    looks: watch.looks,
    failures: failures.map((failure) => `round ${round + 1} (${death}): ${failure}`),
  };
}

/** One traveller: asks, some of them twice at once, and then lives with the answer. */
async function compete(play: Play, traveller: Person, i: number): Promise<void> {
  const { asks, bureau, branch, pickupAt, draw } = play;
  const amount = AMOUNTS[Math.floor(draw() * AMOUNTS.length)] ?? LEAST;
  const until = performance.now() + PATIENCE_MS;
  const wish = { traveller, bureau, branch, amount, pickupAt };
  const ask = asks.begin(wish);
  const fate = draw();
  const [heard] = await Promise.all([
    asks.sendUntilAnswered(ask, i, until),
    i % 5 === 0 && asks.sendUntilAnswered(ask, i + 1, until),
  ]);
  if (!heard) return;
  if (isMade(heard)) return await decide(play, ask, heard, fate);
  // somebody else may have given back by then, and who hears of another rate takes it
  if (heard.body.code === 'out_of_stock' && fate < 0.5) await delay(200 + fate * 1_500);
  else if (heard.body.code !== 'rate_changed') return;
  const current = heard.body.current as { rate: number; updated_at: string } | undefined;
  const seen = current && { rate: current.rate, updatedAt: current.updated_at };
  const second = asks.begin({ ...wish, amount: Math.min(amount, LARGEST) }, seen);
  const answer = await asks.sendUntilAnswered(second, i + 2, performance.now() + PATIENCE_MS);
  if (answer && isMade(answer)) await decide(play, second, answer, (fate * 7) % 1);
}

/** Most of what was taken is given back, by whoever may. */
async function decide({ changes, bureau }: Play, { traveller }: Ask, heard: Heard, fate: number) {
  const one: Seen = {
    id: String(heard.body.id),
    code: String(heard.body.code),
    updatedAt: String(heard.body.updated_at),
  };
  const agent = bureau.agents[turnOf(one, bureau.agents.length)] ?? traveller;
  const turn = turnOf(one, INSTANCES);
  if (fate < 0.25) await changes.attempt(traveller, 'cancelled', one, turn);
  else if (fate < 0.5) await changes.attempt(agent, 'declined', one, turn);
  else if (fate < 0.65) {
    await changes.attempt(agent, 'accepted', one, turn);
    await changes.attempt(agent, 'cancelled', one, turn + 1);
  } else if (fate < 0.75) {
    // both at once: one of them is right
    await Promise.all([
      changes.attempt(traveller, 'cancelled', one, turn),
      changes.attempt(agent, 'declined', one, turn + 1),
    ]);
  } else if (fate < 0.85) await changes.attempt(agent, 'accepted', one, turn);
}

/** Another rate while all ask, by an agent who tries until it is answered. */
async function reprice({ scene, bureau, asks, draw }: Play): Promise<void> {
  await delay(draw() * 1_000);
  const [agent] = bureau.agents;
  if (!agent) throw new Error('a bureau has agents');
  const rate = RATE - 0.01 + Math.round(draw() * 1_000) / 100_000;
  const fixed = await scene.fix(agent, Number(rate.toFixed(5)));
  bureau.fixed = fixed;
  asks.noteFixed(bureau, fixed);
}

/** Step of what is left that one more traveller may reserve. 0: none. */
function reservable(left: number): number {
  const stock = { ready: READY * 100, promised: (READY - left) * 100, own: 0 };
  const terms = { share: LARGEST_SHARE, side: 'sale', rate: decimalOf(RATE) } as const;
  return reservableStep(stock, terms) / 100;
}

/** What is left by this proof's own count can be had step by step, and not one note more. */
async function sellTheRest(play: Play): Promise<string[]> {
  const { scene, bureau, branch, asks, pickupAt } = play;
  const wrong: string[] = [];
  const buyers = await scene.addTravellers(4);
  for (let turn = 0; turn < 3; turn++) {
    const amount = reservable(leftAt(await readHistory(scene, [branch]), READY) / 100);
    const traveller = buyers[turn];
    if (!traveller || amount === 0) break;
    const ask = asks.begin({ traveller, bureau, branch, amount, pickupAt });
    await asks.sendUntilAnswered(ask, turn, performance.now() + SETTLED_WITHIN_MS);
    if (idOf(ask) === null) wrong.push(`${amount} were left, and could not be had`);
  }
  const [last] = buyers.slice(-1);
  if (!last) return wrong;
  const ask = asks.begin({ traveller: last, bureau, branch, amount: LEAST, pickupAt });
  const heard = await asks.sendUntilAnswered(ask, 0, performance.now() + SETTLED_WITHIN_MS);
  if (heard && !isOpenQuestion(heard) && isMade(heard)) wrong.push('nothing was left, and 10 more were had');
  return wrong;
}
