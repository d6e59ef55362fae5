import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Warns once that forwarded headers arrive and TRUST_PROXY is off: all visitors then count as one address,
 * and mailed links may use http.
 */
export function registerUntrustedProxy(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): void {
  if (trustProxy) return;
  let isLogged = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLogged && request.headers['x-forwarded-for'] !== undefined) {
      isLogged = true;
      request.log.warn(
        'a request came with X-Forwarded-For, and TRUST_PROXY is off: behind a proxy all visitors count as one; set TRUST_PROXY=on there',
      );
    }
    done();
  });
}
