/** Guesses at passwords by the thousand: how many are looked at, who still gets in, and what their times say. */
import { join } from 'node:path';
import { conclude, say } from './result.ts';
import { listFailures, runTests } from './vitest-report.ts';

say('guesses from hundreds of networks');
const results = await runTests(['--config', join(import.meta.dirname, 'guessing/vitest.config.ts')]);

conclude('guessing', {
  promise:
    'Whoever guesses passwords has so many tries, however they are spread over accounts and networks; the owner of an ' +
    'account that others shut gets in; and the time of an answer says nothing of the name.',
  heads: ['case', 'seconds', 'held'],
  rows: results.map(({ fullName, duration = 0, status }) => [
    fullName,
    (duration / 1_000).toFixed(1),
    status === 'passed' ? 'yes' : 'no',
  ]),
  notes: [
    '`npm test` runs a case of each: `server/attacks/{locked-accounts,login-guessing,timing}.test.ts`.',
  ],
  failures: listFailures(results),
});
