/** The comparator outlives its database: killed or frozen for a minute, embedded or given by DATABASE_URL. */
import { type Outcome, proveOutage } from './outage.ts';
import { conclude, say } from './result.ts';

const BOUNDS = { refused: 2_000, back: 1_000 };
const SECONDS = Number(process.env.PROOF_SECONDS ?? 60);

const outcomes: Outcome[] = [];
for (const kind of ['embedded', 'by DATABASE_URL'] as const) {
  for (const manner of ['killed', 'frozen'] as const) {
    const outcome = await proveOutage({ kind, manner, seconds: SECONDS, bounds: BOUNDS });
    for (const failure of outcome.failures.slice(0, 5)) say(failure);
    outcomes.push(outcome);
  }
}

conclude('outage', {
  promise:
    `The comparator outlives its database. PostgreSQL is killed or frozen (SIGSTOP of all its processes) for ${SECONDS} ` +
    'seconds while eight travellers compare, six agents save, others log in and are sent on to a bureau: no comparison fails, every figure is of a fixing ' +
    'that was made and none is older than one shown before, a write is answered 503 in French in under 2 seconds, ' +
    'and within a second of its return all is live again.',
  heads: [
    'PostgreSQL',
    'away',
    'comparisons, failed',
    'slowest',
    'shown unanswered',
    'writes refused',
    'refusal, median / worst',
    'back: ready, a fixing saved, shown',
  ],
  rows: outcomes.map(
    ({ kind, manner, compared, slowestComparison, shownUnanswered, refused, back, failures }) => [
      kind,
      manner,
      `${compared}, ${failures.filter((failure) => failure.startsWith('a comparison')).length}`,
      milliseconds(slowestComparison),
      shownUnanswered,
      refused.length,
      `${milliseconds(refused[refused.length >> 1])} / ${milliseconds(refused.at(-1))}`,
      [back.ready, back.saved, back.shown].map(milliseconds).join(', '),
    ],
  ),
  notes: [
    'Killed: all its processes, and its files are out of reach meanwhile, since the server would start it again at once.',
    '“Back” counts from the first answer of PostgreSQL to anyone.',
    'A save that was under way when PostgreSQL went may have been done though it was answered 503: nobody can know. What it fixed is shown once PostgreSQL is back: “shown unanswered”.',
  ],
  failures: outcomes.flatMap(({ kind, manner, failures }) =>
    failures.map((failure) => `${kind}, ${manner}: ${failure}`),
  ),
});

function milliseconds(ms: number | undefined): string {
  return ms === undefined ? '' : `${Math.round(ms)} ms`;
}
