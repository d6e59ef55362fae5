import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie's value; undefined when the request has none. Read by the few that ask for it: a plugin would
 * hook every answer, those of the public site too. Ours hold base64url alone, which needs no decoding.
 */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Sets a cookie that ends with the browser's session, or after `maxAge` seconds, on this host alone; Secure when the
 * request came over HTTPS. An empty value removes it.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, httpOnly, maxAge }: { name: string; value: string; httpOnly: boolean; maxAge?: number },
): void {
  const attributes = [
    `${name}=${value}`,
    'Path=/',
    ...(value === '' ? ['Max-Age=0'] : maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(isSecure(request) ? ['Secure'] : []),
    'SameSite=Lax',
  ];
  // Fastify adds to the set-cookie that is there
  reply.header('set-cookie', attributes.join('; '));
}

/** `protocol` follows X-Forwarded-Proto with TRUST_PROXY, and only then. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
