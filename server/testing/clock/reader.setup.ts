// Says which test file is run, and what it asks of PostgreSQL, to record-reads.mjs.
import { relative } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { NOTE_SQL } from './record-reads.mjs';

type Noted = { [NOTE_SQL]?: (text: string) => void };
const WATCHED = Symbol.for('parite.watched');

process.env.TEST_CLOCK_READER = relative(process.cwd(), expect.getState().testPath ?? '');
const prototype: { query: (...given: never[]) => unknown; [WATCHED]?: true } = pg.Client.prototype;
if (!prototype[WATCHED]) {
  prototype[WATCHED] = true;
  const { query } = prototype;
  prototype.query = function watched(this: unknown, ...given: never[]) {
    const [asked] = given as unknown as [string | { text?: string }];
    (globalThis as Noted)[NOTE_SQL]?.(typeof asked === 'string' ? asked : (asked?.text ?? ''));
    return query.apply(this, given);
  };
}
