/** Every call by thousands of generated requests: server/attacks/fuzz.test.ts, for longer and from another seed. */
import { conclude, say } from './result.ts';
import { listFailures, runTests } from './vitest-report.ts';

const RUNS = 1_000;

const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 2 ** 31));
const runs = Math.ceil(RUNS * Number(process.env.PROOF_SHARE ?? 1));

say(`PROOF_SEED=${seed}, ${runs} requests a call`);
const results = await runTests(['--project', 'server', 'server/attacks/fuzz.test.ts'], {
  FUZZ_RUNS: String(runs),
  FUZZ_SEED: String(seed),
});

type Counts = { accepted: number; refused: number };
const calls = results.flatMap((result) => {
  const counts = result.meta.fuzzed as Counts | undefined;
  return counts ? [{ ...result, counts }] : [];
});
const total = (kind: keyof Counts) => calls.reduce((sum, { counts }) => sum + counts[kind], 0);

conclude('fuzz', {
  promise:
    'Whatever is sent to a call of `domain/api.ts`, by its own schema and around it: never a 5xx, never a stack, ' +
    'SQL or path, always a French sentence with its code, and never a changed row on a refused call. At least a third ' +
    'of what is sent to each call is accepted, so that what stands behind its first checks is tried, too.',
  heads: ['call', 'accepted', 'refused', 'held'],
  rows: [
    ...calls.map(({ title, status, counts }) => [
      title,
      counts.accepted,
      counts.refused,
      status === 'passed' ? 'yes' : 'no',
    ]),
    ['all', total('accepted'), total('refused'), ''],
  ],
  notes: [
    `${runs} bodies, queries, ids and headers a call, from \`PROOF_SEED=${seed}\`; a tenth of them where each starts a process or hashes ten codes.`,
    'What changed is written down by a trigger on every table, in the transaction that changes it. Refused logins and requests for a mail leave their count, and nothing else.',
  ],
  failures: listFailures(results),
});
