// Stands on the PATH as `pg_dump`, of the server's version: what the image has, and no registry for this machine.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dump } from '../../server/db/dump.ts';

const [first = '', ...rest] = process.argv.slice(2);
if (first === '--version') console.log('pg_dump (PostgreSQL) 18.4');
else {
  const address = new URL([first, ...rest].find((word) => word.startsWith('--dbname='))?.slice(9) ?? '');
  address.password = encodeURIComponent(process.env.PGPASSWORD ?? '');
  await pipeline(Readable.from(dump(address.href)), process.stdout);
}
