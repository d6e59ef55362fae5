import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Value of a cookie, read without a plugin, which would hook every answer of the public site. Our values
 * are base64url and need no decoding.
 */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Sets a cookie for this host, Secure over HTTPS, until the browser closes or for `maxAge` seconds. An
 * empty value removes it.
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

export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
