// Types alone: the schemas of domain/api.ts stay on the server.
import type { Answer, Body, CallName, PagedCallName, Params, Query } from '#domain/api.ts';
import { endRequest, startRequest, useClientState } from '../feedback/client-state.ts';
import { ApiFailure, NO_NETWORK } from './api-failure.ts';
import { buildQuery, type Filters } from './query.ts';

const LONGEST_WAIT = 15_000;

type Options<N extends CallName> = {
  signal?: AbortSignal;
  /** milliseconds after which the call fails; endless: its answer matters too much to be given up */
  wait?: number | 'endless';
  /** of a call that takes one: the body is the file itself */
  file?: Blob;
  /** of a call that takes one: asked again with the same key, it is done once */
  idempotencyKey?: string;
  /** asked by the page itself, with nobody at it: the session is not used by it */
  isBackground?: boolean;
} & (Body<N> extends undefined ? { body?: undefined } : { body: Body<N> }) &
  (Params<N> extends undefined ? { params?: undefined } : { params: Params<N> }) &
  (Query<N> extends undefined ? { query?: undefined } : { query?: Query<N> });

type MayDoWithout<N extends CallName> =
  Body<N> extends undefined ? (Params<N> extends undefined ? true : false) : false;

/**
 * Makes one call of the product, with the loader on until it ends (spec 4).
 * Throws an ApiFailure, or the signal's own reason when the caller gave up.
 */
export async function call<N extends CallName>(
  name: N,
  ...[options]: MayDoWithout<N> extends true ? [Options<N>?] : [Options<N>]
): Promise<Answer<N>> {
  return (await answerOf(name, options)).body as Answer<N>;
}

/** Makes a call that answers with one page of a list; `total` is how many rows there are on all pages. */
export async function callPage<N extends PagedCallName>(
  name: N,
  options?: Options<N>,
): Promise<{ rows: Answer<N>; total: number }> {
  const { body, headers } = await answerOf(name, options);
  return { rows: body as Answer<N>, total: Number(headers.get('x-total-count')) };
}

/** Asks who is there to prove it once more; false when that was given up. Of the back-office alone. */
let verifyAgain: (() => Promise<boolean>) | undefined;

export function verifyAgainBy(ask: () => Promise<boolean>): void {
  verifyAgain = ask;
}

/** What is refused until one has proved who one is goes on once that is done: who called knows nothing of it. */
async function answerOf(name: CallName, options?: Sent): Promise<{ body: unknown; headers: Headers }> {
  try {
    return await answerOnce(name, options);
  } catch (error) {
    const isAsked = error instanceof ApiFailure && error.code === 'verify_again';
    if (!isAsked || !(await verifyAgain?.())) throw error;
    return answerOnce(name, options);
  }
}

/** The server answers by the same table that gives the types. */
async function answerOnce(name: CallName, options?: Sent): Promise<{ body: unknown; headers: Headers }> {
  startRequest();
  try {
    const response = await sendTwice(name, options);
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

/** It changes nothing: where a proxy has given up an instance that does not answer, another one is asked. */
const MAY_BE_SENT_AGAIN: readonly CallName[] = ['POST /api/public/offers'];

async function sendTwice(name: CallName, sent?: Sent): Promise<Response> {
  const response = await send(name, sent);
  return response.status === 504 && MAY_BE_SENT_AGAIN.includes(name) ? send(name, sent) : response;
}

function send(name: CallName, sent: Sent = {}): Promise<Response> {
  const { signal, wait = LONGEST_WAIT, file, idempotencyKey, isBackground, body, params, query } = sent;
  const [method = '', template = ''] = name.split(' ');
  // the table of calls gives every parameter of a path, as text
  const filled = params as Record<string, string>;
  const path = template.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(filled[key] ?? ''));
  const deadline = wait === 'endless' ? undefined : AbortSignal.timeout(wait);
  const headers: Record<string, string> = {
    accept: 'application/json',
    // spec 6: every call carries the current user; the server never reads it as authority (contract 3)
    user: encodeURIComponent(JSON.stringify(useClientState.getState().user)),
  };
  if (isBackground) headers['x-background'] = '1';
  if (method === 'POST') {
    headers['content-type'] = file?.type ?? 'application/json';
    const token = xsrfToken();
    if (token) headers['x-xsrf-token'] = token;
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  }
  // the table of calls gives every filter, as text or as a number
  const filters = buildQuery((query ?? {}) as Filters);
  const url = filters === '' ? path : `${path}?${filters}`;
  return (
    takeEarly(url) ??
    fetch(url, {
      method,
      headers,
      // a lead must leave even though the page does; a browser keeps no more than 64 KiB alive
      keepalive: method === 'POST' && !file,
      signal: signal && deadline ? AbortSignal.any([signal, deadline]) : (signal ?? deadline ?? null),
      ...(body === undefined ? file && { body: file } : { body: JSON.stringify(body) }),
    })
  );
}

/** By address, what the script of the page's head asked for while this code was on its way. */
export type EarlyAnswers = Record<string, Promise<Response>>;

declare global {
  interface Window {
    early?: EarlyAnswers;
  }
}

/** An answer serves once: asked again, it is asked of the server. */
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
