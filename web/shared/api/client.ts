// Types alone; the schemas of domain/api.ts stay on the server.
import type { Answer, Body, CallName, PagedCallName, Params, Query } from '#domain/api.ts';
import { endRequest, startRequest, useClientState } from '../feedback/client-state.ts';
import { ApiFailure, NO_NETWORK } from './api-failure.ts';
import { buildQuery, type Filters } from './query.ts';

const TIMEOUT_MS = 15_000;

type Options<N extends CallName> = {
  signal?: AbortSignal;
  /** milliseconds before the call fails; endless: an answer that matters too much to be given up */
  wait?: number | 'endless';
  file?: Blob;
  idempotencyKey?: string;
  /** request of the page itself, which does not count as use of the session */
  isBackground?: boolean;
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

async function answerOf(name: CallName, options?: Sent): Promise<{ body: unknown; headers: Headers }> {
  try {
    return await answerOnce(name, options);
  } catch (error) {
    const isAsked = error instanceof ApiFailure && error.code === 'verify_again';
    if (!isAsked || !(await verifyAgain?.())) throw error;
    return answerOnce(name, options);
  }
}

async function answerOnce(name: CallName, options?: Sent): Promise<{ body: unknown; headers: Headers }> {
  startRequest();
  try {
    const response = await sendWithRetry(name, options);
    if (!response.ok) throw await failureOf(response);
    return { body: response.status === 204 ? {} : await response.json(), headers: response.headers };
  } catch (error) {
    if (options?.signal?.aborted) throw options.signal.reason;
    throw error instanceof ApiFailure ? error : noAnswer(error);
  } finally {
    endRequest();
  }
}

type Sent = {
  signal?: AbortSignal;
  wait?: number | 'endless';
  file?: Blob;
  idempotencyKey?: string;
  isBackground?: boolean;
  body?: unknown;
  params?: unknown;
  query?: unknown;
};

/** Calls that change nothing. After a proxy has given up an instance, another one answers. */
const RETRIED_CALLS: readonly CallName[] = ['POST /api/public/offers'];

async function sendWithRetry(name: CallName, sent?: Sent): Promise<Response> {
  const response = await send(name, sent);
  return response.status === 504 && RETRIED_CALLS.includes(name) ? send(name, sent) : response;
}

function send(name: CallName, sent: Sent = {}): Promise<Response> {
  const { signal, wait = TIMEOUT_MS, file, idempotencyKey, isBackground, body, params, query } = sent;
  const [method = '', template = ''] = name.split(' ');
  // parameters of a path, all text by the table of calls
  const filled = params as Record<string, string>;
  const path = template.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(filled[key] ?? ''));
  const deadline = wait === 'endless' ? undefined : AbortSignal.timeout(wait);
  const headers: Record<string, string> = {
    accept: 'application/json',
    // current user, carried by every call (spec 6) and never read as authority (contract 3)
    user: encodeURIComponent(JSON.stringify(useClientState.getState().user)),
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
  return (
    takeEarly(url) ??
    fetch(url, {
      method,
      headers,
      // leads must leave even though the page does; a browser keeps no more than 64 KiB alive
      keepalive: method === 'POST' && !file,
      signal: signal && deadline ? AbortSignal.any([signal, deadline]) : (signal ?? deadline ?? null),
      ...(body === undefined ? file && { body: file } : { body: JSON.stringify(body) }),
    })
  );
}

/** Answers by address, requested by the script in the page's head while this code loaded. */
export type EarlyAnswers = Record<string, Promise<Response>>;

declare global {
  interface Window {
    early?: EarlyAnswers;
  }
}

function takeEarly(url: string): Promise<Response> | undefined {
  const answer = window.early?.[url];
  delete window.early?.[url];
  return answer;
}

function xsrfToken(): string | undefined {
  return /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = await response.json().catch(() => ({}));
  return new ApiFailure(
    response.status,
    body.message ?? 'Le service ne peut pas répondre pour le moment. Veuillez réessayer dans un instant.',
    body.code ?? 'unknown',
    body,
  );
}

function noAnswer(error: unknown): ApiFailure {
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  return late
    ? new ApiFailure(0, 'Le service met trop de temps à répondre. Veuillez réessayer.', 'timeout')
    : new ApiFailure(0, NO_NETWORK, 'network');
}
