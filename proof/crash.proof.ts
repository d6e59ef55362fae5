/** Nothing acknowledged is lost: the server and PostgreSQL are killed while fixings are saved. */
import { type Outcome, proveCrashes } from './crash.ts';
import { conclude, say } from './result.ts';

const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 2 ** 32));
/** To look at the proof itself; the promise asks for 1. */
const share = Number(process.env.PROOF_SHARE ?? 1);
const rounds = (count: number) => Math.ceil(count * share);

say(`PROOF_SEED=${seed}`);
const startedAt = Date.now();
const outcomes = await proveCrashes(
  [
    { kind: 'embedded', event: 'kill -9 of the server', rounds: rounds(30) },
    { kind: 'embedded', event: 'kill -9 of the server, again as it starts', rounds: rounds(10) },
    { kind: 'embedded', event: 'kill -9 of PostgreSQL', rounds: rounds(30) },
    { kind: 'by DATABASE_URL', event: 'kill -9 of PostgreSQL', rounds: rounds(30) },
    { kind: 'embedded', event: 'SIGTERM of the server', rounds: rounds(5) },
    { kind: 'by DATABASE_URL', event: 'SIGTERM of the server', rounds: rounds(5) },
  ],
  seed,
);

conclude('crash', {
  promise:
    'Nothing acknowledged is lost. Six agents of two bureaux save fixings without a pause, four travellers ' +
    'compare; the server or PostgreSQL dies at random moments. After each death every log line and every ' +
    'fixing is held against what was asked and acknowledged.',
  heads: [
    'event',
    'PostgreSQL',
    'times',
    'acknowledged',
    'lost',
    'answered 503 or not at all, of which saved',
    'live again, median / worst',
    'in flight at SIGTERM, failed',
  ],
  rows: outcomes.map((outcome) => [
    outcome.event,
    outcome.kind,
    outcome.rounds,
    outcome.acknowledged,
    outcome.failures.filter((failure) => failure.endsWith('lost')).length,
    `${outcome.unanswered}, ${outcome.savedUnanswered}`,
    times(outcome),
    outcome.inFlight === 0
      ? ''
      : `${outcome.inFlight}, ${outcome.failures.filter((failure) => failure.includes('in flight')).length}`,
  ]),
  notes: [
    `The moments come from \`PROOF_SEED=${seed}\`. It took ${Math.round((Date.now() - startedAt) / 60_000)} minutes.`,
    '“Live again” counts from the start of the server, and after a death of PostgreSQL from its first answer, until `/readyz` says ready.',
    'PostgreSQL dies in turn as its first process, as all of them, as one of the others. A fixing that is not acknowledged may be saved or not; it is never half saved, and never shown before it is.',
    'In flight: what the operating system had taken on an open connection when the signal was sent, three logins among them each time.',
  ],
  failures: outcomes.flatMap(({ failures }) => failures),
});

function times({ back }: Outcome): string {
  const sorted = back.toSorted((a, b) => a - b);
  const seconds = (ms = 0) => `${(ms / 1000).toFixed(2)} s`;
  return `${seconds(sorted[sorted.length >> 1])} / ${seconds(sorted.at(-1))}`;
}
