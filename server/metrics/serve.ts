import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { FollowedBook } from '../book/follow.ts';
import type { Db, PoolCounts } from '../db/open.ts';
import type { HttpMetrics } from '../http/http-metrics.ts';
import { codesUnsent, jobFailures, mailsNeedless, mailTries } from '../process/counters.ts';
import type { MeasuredTime } from '../process/measured-time.ts';
import type { StreamState } from '../public-data.ts';
import { watchDatabase } from './database-state.ts';
import { registerGauges } from './gauges.ts';
import { type FeedSettings, readiness } from './readiness.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export type MetricsParts = {
  http: HttpMetrics;
  db: Db | null;
  poolCounts: () => PoolCounts;
  book: FollowedBook;
  stream?: StreamState | null;
  feed: FeedSettings;
  version: string;
  commit?: string;
  time: MeasuredTime;
  // milliseconds between two reads of the database
  readEvery?: number;
};

export type ServedMetrics = { port: number; close(): Promise<void> };

/**
 * Serves `/metrics`, `/readyz` and `/healthz` on a port that the proxy does not reach. Answers with the database away,
 * without the samples that only it knows.
 */
export async function serveMetrics(
  parts: MetricsParts,
  { port, host }: { port: number; host: string },
): Promise<ServedMetrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // gauges with a counter's suffix, which Prometheus' own check refuses; the same figures exist by type
  for (const resource of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${resource}_total`);
  const { db, time } = parts;
  const databaseState = db ? watchDatabase({ ...parts, db, now: time.now }) : async () => null;

  // the registry calls only the name and the values of a metric
  registry.registerMetric(parts.http as unknown as Metric);
  for (const counter of [mailTries, mailsNeedless, codesUnsent, jobFailures])
    registry.registerMetric(counter as Metric);
  const { book, stream = null, feed } = parts;
  registerGauges(registry, parts, async () => {
    const state = await databaseState();
    return {
      now: time.now(),
      clockOffset: time.offset(),
      book,
      stream,
      feed,
      pool: parts.poolCounts(),
      state,
    };
  });

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/metrics') {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (path === '/readyz') {
      void databaseState().then((state) => {
        const report = readiness(state, {
          ...parts,
          hasDatabase: db !== null,
          now: time.now(),
          clock: time.state(),
        });
        sendJson(response, ['starting', 'wrong_clock'].includes(report.status) ? 503 : 200, report);
      });
    } else if (path === '/healthz') {
      sendJson(response, 200, { status: 'ok' });
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    // a server that listens on TCP has an address with a port
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      registry.clear();
    },
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
