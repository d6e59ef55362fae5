import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Db, PoolCounts } from '../db/open.ts';
import type { FollowedBook } from '../rate-book/follow.ts';
import { watchDatabase } from './database-state.ts';
import { writeFamilies } from './exposition.ts';
import {
  buildInfo,
  calendarGauge,
  databaseGauges,
  poolGauges,
  rateBookGauges,
  retentionGauges,
} from './gauges.ts';
import type { HttpMetrics } from './http-metrics.ts';
import { type FeedSettings, readiness } from './readiness.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export type MetricsParts = {
  http: HttpMetrics;
  db: Db;
  poolCounts: () => PoolCounts;
  book: FollowedBook;
  feed: FeedSettings;
  version: string;
  now: () => Date;
};

export type ServedMetrics = { port: number; close(): Promise<void> };

/**
 * Serves `/metrics` in Prometheus' text form, `/readyz` with each part, and `/healthz`, on a port of their own that the
 * proxy in front does not reach. Answers with the database away: what only it knows is left out then.
 */
export async function serveMetrics(
  parts: MetricsParts,
  { port, host }: { port: number; host: string },
): Promise<ServedMetrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // gauges with a counter's ending, which Prometheus' own check refuses; the same are there by type
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const databaseState = watchDatabase(parts);

  async function write(): Promise<string> {
    const now = parts.now();
    const state = await databaseState();
    const own = writeFamilies([
      buildInfo(parts.version),
      parts.http.family(),
      ...rateBookGauges(parts.book, now),
      calendarGauge(parts.feed, now),
      ...poolGauges(parts.poolCounts()),
      ...databaseGauges(state, now),
      ...retentionGauges(state),
    ]);
    return own + (await registry.metrics());
  }

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/metrics') {
      write().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (path === '/readyz') {
      void databaseState().then((state) => {
        const told = readiness(state, { ...parts, now: parts.now() });
        sendJson(response, told.status === 'starting' ? 503 : 200, told);
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
