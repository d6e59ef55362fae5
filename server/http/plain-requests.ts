import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';

export const UNREADABLE = 'La requête ne peut pas être lue.';

export function registerPlainRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refuseUnplain(request.raw);
    if (refusal) reply.header('connection', 'close');
    done(refusal);
  });
}

/**
 * Refuses requests that a proxy in front may read differently: a second Host, a transfer coding beside
 * chunked, and a compressed body, whose size limit would hold only before unpacking.
 */
export function refuseUnplain({ headers, rawHeaders, httpVersion }: IncomingMessage): HttpError | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return new HttpError(415, 'unsupported_encoding', 'L’envoi ne doit pas être compressé.');
  }
  const transfer = headers['transfer-encoding'];
  // HTTP/1.0 has no transfer coding, so a proxy may have read another body (RFC 9112, 6.1)
  if (transfer !== undefined && (transfer.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    return new HttpError(400, 'bad_request', UNREADABLE);
  }
  if (countHosts(rawHeaders) > 1) {
    return new HttpError(400, 'bad_request', 'La requête nomme plusieurs hôtes.');
  }
  return undefined;
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
