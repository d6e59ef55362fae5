// Private PostgreSQL in a process of its own, for tests that kill the process. Prints its address. Ctrl-C closes it after
// another query, as the server closes after requests in flight.
import pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';

const [dataDir = ''] = process.argv.slice(2);
const embedded = await startEmbedded({ dataDir, log: () => undefined });
const client = new pg.Client({ connectionString: embedded.url });
await client.connect();
process.once('SIGINT', async () => {
  await client.query('SELECT 1');
  await client.end();
  await embedded.stop();
  console.log('closed');
});
console.log(embedded.url);
