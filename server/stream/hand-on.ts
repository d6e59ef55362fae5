import { request as ask, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { BAD_ADDRESS } from '../http/errors.ts';
import { HttpError } from '../http/http-error.ts';
import { clientAddress } from '../http/network.ts';
import { createSlots } from '../http/slots.ts';

/** What is handed on at once; beyond, one is told to come back. */
const CALLS = { byNetwork: 32, inAll: 256 };
const TRIES = 3;
const TRY_AGAIN_AFTER_MS = 200;
const CONNECTED_WITHIN_MS = 2_000;
/** Every call says something sooner than this. */
const SILENT_FOR_MS = 60_000;

/** Of one connection alone (RFC 9110, 7.6.1), or written anew here. */
const NOT_HANDED = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'],
]);

/** Beside those: the body is all here, and a GET has none. */
const NOT_SENT = new Set([...NOT_HANDED, 'host', 'expect', 'content-length']);

type Settings = Pick<Config, 'trustProxy' | 'publicHost'> & { internalUrl: string };

/**
 * Hands what this instance may not answer to one that may, word for word, and its answer back. It is tried again only
 * where no connection came about, so that nothing of it was sent: it is never done twice.
 */
export function registerHandOn(app: FastifyInstance, settings: Settings): void {
  const calls = createSlots(CALLS);
  app.register((scope, _options, done) => {
    // a body goes on as it came, once it is all there: who sends it slowly holds nothing meanwhile
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.addHook('onRequest', async ({ url }) => {
      if (!isPlain(url)) throw new HttpError(400, BAD_ADDRESS.code, BAD_ADDRESS.message);
    });
    const handOn = async (request: FastifyRequest, reply: FastifyReply) => {
      const release = calls.take(request.ip);
      if (!release) throw away(reply);
      const answer = await send(request, settings, whenGone(request, reply, release)).catch(() => {
        throw away(reply);
      });
      reply.code(answer.statusCode ?? 502);
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !NOT_HANDED.has(name)) reply.header(name, value);
      }
      return reply.send(answer);
    };
    const constraints = { side: 'public' };
    for (const url of ['/api/public/*', '/api/traveller/*']) {
      scope.route({ method: ['GET', 'POST'], url, constraints, handler: handOn });
    }
    done();
  });
}

/** Says when a request is over, answered or not, and releases what it held. */
function whenGone({ socket }: FastifyRequest, { raw }: FastifyReply, release: () => void): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    raw.off('close', end);
    socket.off('close', end);
    release();
    gone.abort();
  };
  raw.once('close', end);
  // an answer that waits behind another one of its connection is not told that this has ended; how many there are is bounded
  // by the slots
  socket.setMaxListeners(0).once('close', end);
  if (raw.destroyed || socket.destroyed) end();
  return gone.signal;
}

/**
 * Whether everybody reads the same path in an address: it names no host (the router takes one and leaves it aside), no
 * empty step nor one back, and nothing that is one to who reads it twice.
 */
function isPlain(address: string): boolean {
  const [path = ''] = address.split('?');
  try {
    const read = decodeURIComponent(path);
    return path.startsWith('/') && !/[\\%#\0]|\/\/|\/\.{1,2}(?:\/|$)/.test(read);
  } catch {
    return false;
  }
}

async function send(
  request: FastifyRequest,
  settings: Settings,
  gone: AbortSignal,
): Promise<IncomingMessage> {
  for (let tried = 1; ; tried += 1) {
    gone.throwIfAborted();
    const { connected, answered } = sendOnce(request, settings, gone);
    if (await connected) return answered;
    answered.catch(() => undefined);
    if (tried === TRIES) throw new Error('nobody is there to hand it on to');
    await delay(TRY_AGAIN_AFTER_MS, undefined, { signal: gone });
  }
}

/** `connected`: false where no connection came about. Nothing is sent before it has. */
function sendOnce(request: FastifyRequest, settings: Settings, gone: AbortSignal) {
  const connected = Promise.withResolvers<boolean>();
  const answered = Promise.withResolvers<IncomingMessage>();
  // never an address made of two: what came may name a host of its own
  const sent = ask(new URL(settings.internalUrl), {
    method: request.method,
    path: request.url,
    agent: false,
    headers: headersOf(request, settings),
    timeout: SILENT_FOR_MS,
  });
  const late = setTimeout(() => sent.destroy(new Error('no connection in time')), CONNECTED_WITHIN_MS);
  sent.on('socket', (socket) =>
    socket.once('connect', () => {
      clearTimeout(late);
      connected.resolve(true);
      sent.end(request.body);
    }),
  );
  sent.on('timeout', () => sent.destroy(new Error('no word in time')));
  const stop = () => sent.destroy();
  gone.addEventListener('abort', stop);
  sent.on('response', (answer) => {
    // who goes away from here on is no failure of the answer
    gone.removeEventListener('abort', stop);
    gone.addEventListener('abort', () => answer.destroy());
    answered.resolve(answer);
  });
  sent.on('error', (error) => {
    clearTimeout(late);
    connected.resolve(false);
    answered.reject(error);
  });
  return { connected: connected.promise, answered: answered.promise };
}

/**
 * As they came, with who asked, which the instance that answers believes of this one as of a proxy (TRUST_PROXY). Only what
 * the public site has comes here (compare-app.ts), so its host is named, whichever way the one behind finds it.
 */
function headersOf({ raw, headers }: FastifyRequest, { trustProxy, publicHost }: Settings) {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_SENT.has(name)));
  // of several, the last was written by the proxy that is trusted
  const proto = trustProxy
    ? String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  return {
    ...kept,
    host: publicHost,
    'x-forwarded-for': clientAddress(raw, trustProxy) ?? '',
    'x-forwarded-host': publicHost,
    'x-forwarded-proto': proto || 'http',
  };
}

function away(reply: FastifyReply): HttpError {
  reply.header('retry-after', '2');
  return new HttpError(
    503,
    'unavailable',
    'Ce service est momentanément indisponible. Réessayez dans un instant.',
  );
}
