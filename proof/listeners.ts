/** What each instance does without a stream, in one process: a connection each that listens, and a question for each wake. */
import pg from 'pg';
import type { Told } from './light-followers.ts';

const url = process.env.DATABASE_URL ?? '';
const count = Number(process.env.FOLLOWERS ?? 1);
const versions: number[] = [];
let lags: number[] = [];

async function follow(place: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let isReading = false;
  let isTold = true;
  const read = async () => {
    isTold = true;
    if (isReading) return;
    isReading = true;
    while (isTold) {
      isTold = false;
      const { rows } = await client.query<{ version: string; at: Date; what: string[] }>(
        'SELECT version, at, what FROM changes WHERE version > $1 ORDER BY version',
        [versions[place] ?? 0],
      );
      const keys = rows.flatMap(({ what }) => what.map((named) => named.split(':')));
      await client.query(
        `SELECT fixings.* FROM fixings JOIN unnest($1::int[], $2::text[]) AS asked (id, code)
         ON asked.id = company_id AND asked.code = currency_code`,
        [keys.map(([id]) => id), keys.map(([, code]) => code)],
      );
      for (const { version, at } of rows) {
        versions[place] = Number(version);
        lags.push(Date.now() - at.getTime());
      }
    }
    isReading = false;
  };
  const { rows } = await client.query('SELECT coalesce(max(version), 0) AS version FROM changes');
  versions[place] = Number(rows[0]?.version);
  client.on('notification', () => void read());
  await client.query('LISTEN changes');
}

process.on('message', () => {
  const told: Told = { lowest: Math.min(...versions), highest: Math.max(...versions), broken: 0, lags };
  lags = [];
  process.send?.(told);
});

await Promise.all(Array.from({ length: count }, (_, place) => follow(place)));
process.send?.('ready');
