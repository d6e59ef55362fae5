import { FeedFailure } from './feed-failure.ts';

const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

export type Within = {
  ms: number;
  signal: AbortSignal;
  /** told the headers of the answer as soon as they come */
  onHead?: (headers: Headers) => void;
};

/**
 * The text at the address. Throws a FeedFailure when there is none to be had in time, or too much of it; its
 * cause never holds the address, which may hold a password.
 */
export async function fetchFeed(url: string, within: Within): Promise<string> {
  const timeout = AbortSignal.timeout(within.ms);
  const signal = AbortSignal.any([timeout, within.signal]);
  try {
    const response = await get(new URL(url), signal);
    within.onHead?.(response.headers);
    return await readBody(response);
  } catch (error) {
    if (error instanceof FeedFailure) throw error;
    // who closes is told so, and nothing is written down
    within.signal.throwIfAborted();
    if (timeout.aborted) {
      throw new FeedFailure(`La source des taux n’a pas répondu en ${Math.ceil(within.ms / 1000)} s.`);
    }
    throw new FeedFailure('La source des taux ne répond pas.', { cause: reasonOf(error) });
  }
}

async function get(first: URL, signal: AbortSignal): Promise<Response> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { address, authorization } = withoutCredentials(url);
    const response = await fetch(address, {
      signal,
      redirect: 'manual',
      headers: {
        accept: 'application/xml, application/json;q=0.9, */*;q=0.1',
        'user-agent': 'parite',
        ...(authorization && { authorization }),
      },
    });
    if (response.ok) return response;
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || !location) {
      throw new FeedFailure(`La source des taux a répondu par une erreur (${response.status}).`);
    }
    const next = new URL(location, address);
    // what was asked over TLS must not come back without it
    if (next.protocol !== 'https:' && (url.protocol === 'https:' || next.protocol !== 'http:')) break;
    url = next;
  }
  throw new FeedFailure('La source des taux renvoie trop de fois ailleurs, ou vers une adresse moins sûre.');
}

/** fetch refuses an address that holds a name and a password: they go in their header, to this host alone. */
function withoutCredentials(url: URL): { address: URL; authorization: string | null } {
  const { username, password } = url;
  const address = new URL(url);
  address.username = '';
  address.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    address,
    authorization: username || password ? `Basic ${Buffer.from(pair).toString('base64')}` : null,
  };
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // counted as it comes, and unpacked: neither a length that lies nor a compressed bomb gets further
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      throw new FeedFailure(`La réponse de la source des taux dépasse ${MAX_BYTES / 1024} Kio.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A code such as ECONNREFUSED, for the log. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.name;
  return 'unknown';
}
