import { createServer, type RequestListener, type Server } from 'node:http';

const REQUEST_TIMEOUT_MS = 20_000;
/** Interval of Node's check for late connections. A slow request ends at most this much after its limit. */
const CONNECTIONS_CHECKED_EVERY_MS = 5_000;
/** Silence after which a connection ends, unread answers included. */
const IDLE_CONNECTION_MS = 60_000;
/** Longer than a proxy in front reuses a connection. */
const KEEP_ALIVE_MS = 72_000;

export function openHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  );
  server.setTimeout(IDLE_CONNECTION_MS);
  return server;
}
