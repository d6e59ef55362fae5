import { createServer, type RequestListener, type Server } from 'node:http';

const REQUEST_TIMEOUT_MS = 20_000;
/** How often what is late is looked for: a slow request ends at most this much after its time. */
const CONNECTIONS_CHECKED_EVERY_MS = 5_000;
/** Nothing sent nor taken for this long, and the connection ends: who never reads an answer, too. */
const IDLE_CONNECTION_MS = 60_000;
/** Between two requests: longer than a proxy in front keeps a connection that it may use again. */
const KEEP_ALIVE_MS = 72_000;

/** Every wait of a connection has an end. */
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
