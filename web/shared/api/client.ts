// Types alone; the schemas of domain/api.ts stay on the server.
import type { Answer, Body, CallName, PagedCallName, Params, Query } from '#domain/api.ts';
import { endRequest, startRequest, useClientState } from '../feedback/client-state.ts';
import { ApiFailure, failureOf, isLost, networkFailure } from './api-failure.ts';
import { buildQuery, type Filters } from './query.ts';

type Options<N extends CallName> = {
  signal?: AbortSignal;
  file?: Blob;
  idempotencyKey?: string;
  /** request of the page itself, which does not count as use of the session */
  isBackground?: boolean;
  /** called by a lost answer: the page shows the wait itself, and with a key repeats the call itself */
  onLost?: () => void;
} & (Body<N> extends undefined ? { body?: undefined } : { body: Body<N> }) &
  (Params<N> extends undefined ? { params?: undefined } : { params: Params<N> }) &
  (Query<N> extends undefined ? { query?: undefined } : { query?: Query<N> });

type MayDoWithout<N extends CallName> =
  Body<N> extends undefined ? (Params<N> extends undefined ? true : false) : false;

/**
 * Makes one call of the product, with the loader on until it ends (spec 4). Throws an ApiFailure, or the
 * signal's own reason after an abort.
 */
export async function call<N extends CallName>(
  name: N,
  ...[options]: MayDoWithout<N> extends true ? [Options<N>?] : [Options<N>]
): Promise<Answer<N>> {
  return (await answerOf(name, options)).body as Answer<N>;
}

export async function callPage<N extends PagedCallName>(
  name: N,
  options?: Options<N>,
): Promise<{ rows: Answer<N>; total: number }> {
  const { body, headers } = await answerOf(name, options);
  return { rows: body as Answer<N>, total: Number(headers.get('x-total-count')) };
}

/** Asks for a new proof of identity, in the back-office alone. false: given up. */
let verifyAgain: (() => Promise<boolean>) | undefined;

export function verifyAgainBy(ask: () => Promise<boolean>): void {
  verifyAgain = ask;
}

async function answerOf(name: CallName, options?: Sent): Promise<Answered> {
  try {
    return await answerOnce(name, options);
  } catch (error) {
    const isAsked = error instanceof ApiFailure && error.code === 'verify_again';
    if (!isAsked || !(await verifyAgain?.())) throw error;
    return answerOnce(name, options);
  }
}

type Answered = { body: unknown; headers: Headers };

export const READ = /^GET|(offers|nearest|preview|password-link)$/;

async function answerOnce(name: CallName, sent: Sent = {}): Promise<Answered> {
  startRequest();
  try {
    if (READ.test(name)) return await read(name, sent);
    // fetched with the modals, before a network is lost
    const { write } = await import('./write.ts').catch(() => {
      throw networkFailure();
    });
    return await write(exchange, name, sent);
  } catch (error) {
    sent.signal?.throwIfAborted();
    throw error;
  } finally {
    endRequest();
  }
}

const MOST_TRIES = 3;
const RETRY_MS = 500;

async function read(name: string, sent: Sent): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await exchange(name, sent);
    } catch (error) {
      if (!isLost(error) || tries === MOST_TRIES || !navigator.onLine || sent.signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * tries));
    }
  }
}

async function exchange(name: string, sent: Sent): Promise<Answered> {
  try {
    const response = await send(name, sent);
    if (!response.ok) throw failureOf(response.status, await response.json().catch(() => ({})));
    return { body: response.status === 204 ? {} : await response.json(), headers: response.headers };
  } catch (error) {
    throw error instanceof ApiFailure ? error : networkFailure();
  }
}

type Sent = {
  signal?: AbortSignal;
  file?: Blob;
  idempotencyKey?: string;
  isBackground?: boolean;
  onLost?: () => void;
  body?: unknown;
  params?: unknown;
  query?: unknown;
};

function send(name: string, sent: Sent): Promise<Response> {
  const { signal = null, file, idempotencyKey, isBackground, body, params, query } = sent;
  const [method = '', template = ''] = name.split(' ');
  // parameters of a path, all text by the table of calls
  const filled = params as Record<string, string>;
  const path = template.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(filled[key] ?? ''));
  const headers: Record<string, string> = {
    accept: 'application/json',
    user: userHeader(),
  };
  if (isBackground) headers['x-background'] = '1';
  if (method === 'POST') {
    headers['content-type'] = file?.type ?? 'application/json';
    const token = xsrfToken();
    if (token) headers['x-xsrf-token'] = token;
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  }
  // filters, text or numbers by the table of calls
  const filters = buildQuery((query ?? {}) as Filters);
  const url = filters === '' ? path : `${path}?${filters}`;
  return fetch(url, {
    method,
    headers,
    // leads must leave even though the page does; a browser keeps no more than 64 KiB alive
    keepalive: method === 'POST' && !file,
    signal,
    ...(body === undefined ? file && { body: file } : { body: JSON.stringify(body) }),
  });
}

/** Current user, carried by every call (spec 6) and never read as authority (contract 3). */
export function userHeader(): string {
  return encodeURIComponent(JSON.stringify(useClientState.getState().user));
}

function xsrfToken(): string | undefined {
  return /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
}
