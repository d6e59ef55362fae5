/** Every call by thousands of generated requests: server/attacks/fuzz.test.ts, for longer and from another seed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conclude, say } from './result.ts';

const ROOT = join(import.meta.dirname, '..');
const RUNS = 1_000;

type Report = {
  testResults: {
    assertionResults: {
      ancestorTitles: string[];
      status: string;
      failureMessages: string[];
      meta: { fuzzed?: { accepted: number; refused: number } };
    }[];
  }[];
};

const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 2 ** 31));
const runs = Math.ceil(RUNS * Number(process.env.PROOF_SHARE ?? 1));

say(`PROOF_SEED=${seed}, ${runs} requests a call`);
const folder = await mkdtemp(join(tmpdir(), 'parite-fuzz-'));
const file = join(folder, 'report.json');
const child = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    ...[
      'run',
      '--project',
      'server',
      'server/attacks/fuzz.test.ts',
      '--reporter=json',
      `--outputFile=${file}`,
    ],
  ],
  {
    cwd: ROOT,
    env: { ...process.env, FUZZ_RUNS: String(runs), FUZZ_SEED: String(seed) },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
await once(child, 'exit');
const report = JSON.parse(await readFile(file, 'utf8')) as Report;
await rm(folder, { recursive: true });

const calls = report.testResults.flatMap(({ assertionResults }) => assertionResults);
const total = (kind: 'accepted' | 'refused') =>
  calls.reduce((sum, { meta }) => sum + (meta.fuzzed?.[kind] ?? 0), 0);

conclude('fuzz', {
  promise:
    'Whatever is sent to a call of `domain/api.ts`, by its own schema and around it: never a 5xx, never a stack, ' +
    'SQL or path, always a French sentence with its code, and never a changed row on a refused call.',
  heads: ['call', 'accepted', 'refused', 'held'],
  rows: [
    ...calls.map(({ ancestorTitles, status, meta }) => [
      ancestorTitles.join(' '),
      meta.fuzzed?.accepted ?? 0,
      meta.fuzzed?.refused ?? 0,
      status === 'passed' ? 'yes' : 'no',
    ]),
    ['all', total('accepted'), total('refused'), ''],
  ],
  notes: [
    `${runs} bodies, queries, ids and headers a call, from \`PROOF_SEED=${seed}\`; a tenth of them where each starts a process or hashes ten codes.`,
    'What changed is written down by a trigger on every table, in the transaction that changes it. Refused logins and requests for a mail leave their count, and nothing else.',
  ],
  failures: calls
    .filter(({ status }) => status !== 'passed')
    .map(
      ({ ancestorTitles, failureMessages }) =>
        `${ancestorTitles.join(' ')}: ${failureMessages[0]?.slice(0, 500)}`,
    ),
});
