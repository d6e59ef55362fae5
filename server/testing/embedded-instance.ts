// An instance in a process of its own, for the tests that kill it or let it live: says its address, and on
// Ctrl-C still answers from its database before it closes it, as the server does for requests in flight.
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
