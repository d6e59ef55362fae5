import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { BAD_ADDRESS } from '../http/errors.ts';
import { HttpError } from '../http/http-error.ts';
import { createSlots } from '../http/slots.ts';

const MAX_CALLS = { byNetwork: 32, inAll: 256 };
const TRIES = 3;
const RETRY_AFTER_MS = 200;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_SILENCE_MS = 60_000;

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers written anew. */
const HOP_BY_HOP_HEADERS = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'],
]);

const UNSENT_HEADERS = new Set([...HOP_BY_HOP_HEADERS, 'host', 'expect', 'content-length']);

type Settings = Pick<Config, 'publicHost'> & { internalUrl: string };

/**
 * Forwards requests that this instance may not answer, and returns the answers unchanged. Only a failed connection is
 * retried, so no request runs twice.
 */
export function registerForwarding(app: FastifyInstance, settings: Settings): void {
  const calls = createSlots(MAX_CALLS);
  app.register((scope, _options, done) => {
    // raw bodies, buffered whole so that a slow sender occupies no upstream connection
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.addHook('onRequest', async ({ url }) => {
      if (!isPlain(url)) throw new HttpError(400, BAD_ADDRESS.code, BAD_ADDRESS.message);
    });
    const handOn = async (request: FastifyRequest, reply: FastifyReply) => {
      const release = calls.take(request.ip);
      if (!release) throw away();
      const answer = await send(request, settings, watchEnd(request, reply, release)).catch(() => {
        throw away();
      });
      reply.code(answer.statusCode ?? 502);
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !HOP_BY_HOP_HEADERS.has(name)) reply.header(name, value);
      }
      return reply.send(answer);
    };
    const constraints = { application: 'public' };
    for (const url of ['/api/public/*', '/api/traveller/*']) {
      scope.route({ method: ['GET', 'POST'], url, constraints, handler: handOn });
    }
    done();
  });
}

function watchEnd({ socket }: FastifyRequest, { raw }: FastifyReply, release: () => void): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    socket.off('close', end);
    release();
    gone.abort();
  };
  raw.once('close', end);
  // a pipelined answer is not notified of its end; the number of listeners is bounded by the slots
  socket.setMaxListeners(0).once('close', end);
  if (raw.destroyed || socket.destroyed) end();
  return gone.signal;
}

/** true when every parser reads the same path: no host, empty segment or dot segment, encoded ones included. */
function isPlain(address: string): boolean {
  const [path = ''] = address.split('?');
  try {
    const read = decodeURIComponent(path);
    return path.startsWith('/') && !/[\\%#\0]|\/\/|\/\.{1,2}(?:\/|$)/.test(read);
  } catch {
    return false;
  }
}

async function send(request: FastifyRequest, to: Settings, gone: AbortSignal): Promise<IncomingMessage> {
  const socket = await connectTo(new URL(to.internalUrl), gone);
  const sent = ask({
    method: request.method,
    // never concatenated, since the received path may name a host of its own
    path: request.url,
    createConnection: () => socket,
    headers: headersOf(request, to.publicHost),
  });
  socket.setTimeout(MAX_SILENCE_MS, () => sent.destroy(new Error('no word in time')));
  // a client that leaves ends the call and its answer
  gone.addEventListener('abort', () => socket.destroy());
  sent.on('error', () => undefined).end(request.body);
  const [answer] = await once(sent, 'response');
  return answer;
}

async function connectTo({ hostname, port }: URL, gone: AbortSignal): Promise<Socket> {
  for (let tried = 1; ; tried += 1) {
    // an address of IPv6 stands in brackets
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    try {
      const signal = AbortSignal.any([gone, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
      await once(socket, 'connect', { signal });
      return socket;
    } catch (error) {
      socket.destroy();
      if (gone.aborted || tried === TRIES) throw error;
      await delay(RETRY_AFTER_MS, undefined, { signal: gone });
    }
  }
}

/**
 * Request headers with the client's address, which the upstream trusts like a proxy's (TRUST_PROXY). Only public routes
 * are forwarded, so the public host is named.
 */
function headersOf({ headers, ip, protocol }: FastifyRequest, publicHost: string) {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !UNSENT_HEADERS.has(name)));
  return {
    ...kept,
    host: publicHost,
    // absent once the socket is closed
    'x-forwarded-for': ip ?? '',
    'x-forwarded-host': publicHost,
    'x-forwarded-proto': protocol,
  };
}

function away(): HttpError {
  const sentence = 'Ce service est momentanément indisponible. Réessayez dans un instant.';
  return new HttpError(503, 'unavailable', sentence, { retryAfter: 2 });
}
