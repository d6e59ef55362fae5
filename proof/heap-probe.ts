/** Loaded into a server that is proved (`--expose-gc --import`): its heap without what nobody holds any more. */
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

createServer((_request, response) => {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  response.end(JSON.stringify({ held: heapUsed + external, rss }));
})
  .listen(Number(process.env.HEAP_PROBE_PORT), '127.0.0.1')
  .unref();
