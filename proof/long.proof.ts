/** The files `*.long.test.ts`: every case of what `npm test` tries one or two of. */
import { conclude, say } from './result.ts';
import { listFailures, runTests } from './vitest-report.ts';

say('the cases that npm test leaves out');
const results = await runTests(['--project', 'server'], { LONG_TESTS: 'on' });

conclude('long', {
  promise: 'What `npm test` holds by a case or two is held by every case: the files `*.long.test.ts`.',
  heads: ['case', 'seconds', 'held'],
  rows: results.map(({ fullName, duration = 0, status }) => [
    fullName,
    (duration / 1_000).toFixed(1),
    status === 'passed' ? 'yes' : 'no',
  ]),
  failures: listFailures(results),
});
