import { FeedFailure } from './feed-failure.ts';

const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

export type FetchLimits = {
  ms: number;
  signal: AbortSignal;
  onHead?: (headers: Headers) => void;
};

/**
 * Text at the address. Throws a FeedFailure when absent, late or too long; its cause omits the address, which may
 * contain a password.
 */
export async function fetchFeed(url: string, within: FetchLimits): Promise<string> {
  const timeout = AbortSignal.timeout(within.ms);
  const signal = AbortSignal.any([timeout, within.signal]);
  try {
    const response = await get(new URL(url), signal);
    within.onHead?.(response.headers);
    return await readBody(response);
  } catch (error) {
    if (error instanceof FeedFailure) throw error;
    // a shutdown gets its own error, and nothing is stored
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
    // a redirect must not leave TLS
    if (next.protocol !== 'https:' && (url.protocol === 'https:' || next.protocol !== 'http:')) break;
    url = next;
  }
  throw new FeedFailure('La source des taux redirige trop de fois, ou vers une adresse moins sûre.');
}

/** Moves credentials into a header for this host alone, because fetch refuses them in an address. */
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
  // counted unpacked during the read, against false lengths and compressed bombs
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      throw new FeedFailure(`La réponse de la source des taux dépasse ${MAX_BYTES / 1024} Kio.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.name;
  return 'unknown';
}
