/** Kills the server and PostgreSQL at random moments while fixings are saved, and looks for what was lost. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../server/seed/random.ts';
import { Agents, askLogin } from './agents.ts';
import { type Flight, Line } from './http.ts';
import { Ledger } from './ledger.ts';
import { say } from './result.ts';
import { Travellers } from './travellers.ts';
import { type Kind, World } from './world.ts';

export type Event =
  | 'kill -9 of the server'
  | 'kill -9 of the server, again as it starts'
  | 'kill -9 of PostgreSQL'
  | 'SIGTERM of the server';
export type Plan = readonly { kind: Kind; event: Event; rounds: number }[];

export type Outcome = {
  kind: Kind;
  event: Event;
  rounds: number;
  acknowledged: number;
  unanswered: number;
  savedUnanswered: number;
  /** milliseconds until all was live again: after a start of the server, after PostgreSQL answered again */
  back: number[];
  inFlight: number;
  failures: string[];
};

const TRAVELLERS = 4;
const SHOWN_WITHIN_MS = 5_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_200;
const KILLED = ['postmaster', 'all', 'one'] as const;
const LONGEST_START_MS = 2_000;
const LOGINS = 3;
const UNDER_WAY_WITHIN_MS = 500;

type Scene = {
  world: World;
  ledger: Ledger;
  agents: Agents;
  travellers: Travellers;
  flights: Set<Flight>;
  draw: () => number;
  outcome: Outcome;
};

export async function proveCrashes(plan: Plan, seed: number): Promise<Outcome[]> {
  const draw = createRandom(seed);
  const outcomes: Outcome[] = [];
  for (const kind of ['embedded', 'by DATABASE_URL'] as const) {
    const acts = plan.filter((act) => act.kind === kind && act.rounds > 0);
    if (acts.length === 0) continue;
    const world = await World.open(kind);
    outcomes.push(...(await playOn(world, acts, draw).finally(() => world.close())));
  }
  return outcomes;
}

/** All that happens to one server and its database. */
export async function playOn(world: World, acts: Plan, draw: () => number): Promise<Outcome[]> {
  const { kind } = world;
  const ledger = new Ledger();
  await ledger.open(await world.cluster.url());
  const flights = new Set<Flight>();
  const agents = new Agents(world.port, ledger, { draw, flights });
  const travellers = new Travellers(world.port, flights, () => undefined);
  await agents.start();
  travellers.start(TRAVELLERS, 5);
  const outcomes: Outcome[] = [];
  for (const { event, rounds } of acts) {
    const back: number[] = [];
    const outcome = { kind, event, rounds, back, inFlight: 0, failures: [], ...totals(ledger) };
    outcomes.push(await playAct({ world, ledger, agents, travellers, flights, draw, outcome }));
  }
  await agents.stop();
  await travellers.stop();
  outcomes.at(-1)?.failures.push(...agents.wrong);
  return outcomes;
}

async function playAct(scene: Scene): Promise<Outcome> {
  const { world, ledger, outcome } = scene;
  const { kind, event, rounds, failures } = outcome;
  const before = totals(ledger);
  for (let round = 1; round <= rounds; round++) {
    const found = await playRound(scene, round).catch((error) => [String(error)]);
    failures.push(...found.map((failure) => `${event} (${kind}), ${round}: ${failure}`));
    if (found.length > 0) say(`${failures.slice(-3).join('\n')}\n${await world.lastWords()}`);
    say(`${event} (${kind}) ${round}/${rounds}: ${ledger.count('acknowledged')} fixings acknowledged`);
  }
  const after = totals(ledger);
  outcome.acknowledged = after.acknowledged - before.acknowledged;
  outcome.unanswered = after.unanswered - before.unanswered;
  outcome.savedUnanswered = after.savedUnanswered - before.savedUnanswered;
  return outcome;
}

function totals(ledger: Ledger) {
  return {
    acknowledged: ledger.count('acknowledged'),
    unanswered: ledger.count('unknown'),
    savedUnanswered: ledger.savedUnanswered,
  };
}

/** One death and what follows, while all go on; then a silence to look at what is there. */
async function playRound(scene: Scene, round: number): Promise<string[]> {
  const { world, ledger, agents, travellers, draw, outcome } = scene;
  await delay(FIRST_WAIT_MS + draw() * LONGEST_WAIT_MS);
  const unserved = travellers.failed.length;
  const found: string[] = [];
  if (outcome.event.startsWith('kill -9 of the server')) {
    await world.endServer('SIGKILL');
    if (outcome.event.endsWith('starts')) await world.startInVain(draw() * LONGEST_START_MS);
    await startAgain(scene);
  } else if (outcome.event === 'SIGTERM of the server') {
    found.push(...(await terminate(scene)));
    await startAgain(scene);
  } else {
    await killPostgres(scene, KILLED[round % KILLED.length] ?? 'all');
    found.push(...travellers.failed.slice(unserved).map((failure) => `a comparison failed: ${failure}`));
  }
  await agents.pause();
  const url = await world.cluster.url();
  found.push(...(await ledger.check(url)), ...(await world.unshown(url, SHOWN_WITHIN_MS)));
  agents.resume();
  return found;
}

async function startAgain({ world, outcome }: Scene): Promise<void> {
  const startedAt = performance.now();
  await world.startServer();
  outcome.back.push((await world.readyAt()) - startedAt);
}

async function killPostgres({ world, draw, outcome }: Scene, what: (typeof KILLED)[number]): Promise<void> {
  const url = await world.cluster.url();
  await world.cluster.kill(what, draw);
  // one that loses a process takes a moment to notice, and then restarts by itself
  if (what === 'one') await delay(200);
  else await world.restartPostgres();
  const answeredAt = await world.cluster.answersAt(url);
  outcome.back.push(Math.max(0, (await world.readyAt()) - answeredAt));
}

/** What the operating system had taken before the signal must be answered, with anything but a failure. */
async function terminate({ world, flights, outcome }: Scene): Promise<string[]> {
  // a password takes long to check: these are under way for sure
  const lines = Array.from({ length: LOGINS }, () => new Line(world.port, flights));
  const logins = lines.map((line) => askLogin(line, 'agent2@parite.example').catch((error) => error));
  const areUnderWay = () => [...flights].filter(({ path }) => path === '/api/login').length === LOGINS;
  for (let waited = 0; waited < UNDER_WAY_WITHIN_MS && !areUnderWay(); waited++) await delay(1);
  let sent: Flight[] = [];
  const exitCode = await world.endServer('SIGTERM', () => {
    sent = [...flights];
  });
  await Promise.all([...sent.map(({ end }) => end), ...logins]);
  for (const line of lines) line.close();
  outcome.inFlight += sent.length;
  const lost = sent.filter(({ isAnswered, status }) => !isAnswered || status === null || status >= 500);
  return [
    ...lost.map(({ path, status }) => `${path} was in flight and got ${status ?? 'no answer'}`),
    ...(exitCode === 0 ? [] : [`the server ended with the code ${exitCode}`]),
  ];
}
