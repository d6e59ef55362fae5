import type { FastifyInstance } from 'fastify';
import { Refusal } from './errors.ts';

/**
 * Refuses what a proxy in front may read in another way than we do: a second Host, of which each takes one,
 * and a packed body, which nobody here unpacks: it would be bounded before and not after.
 */
export function registerPlainRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      return done(new Refusal(415, 'unsupported_encoding', 'L’envoi ne doit pas être compressé.'));
    }
    if (countHosts(request.raw.rawHeaders) > 1) {
      return done(new Refusal(400, 'bad_request', 'La requête nomme plusieurs hôtes.'));
    }
    done();
  });
}

/** Names and values by turns, as they were sent. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
