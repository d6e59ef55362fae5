import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/**
 * Helmet's headers with a policy that allows nothing inline. They are the same for every answer, so they
 * are computed once and not by a middleware on each request.
 */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = computeHeaders(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

function computeHeaders(config: Config): Record<string, string> {
  const images = URL.canParse(config.staticImagesUrl) ? [new URL(config.staticImagesUrl).origin] : [];
  const headers: Record<string, string> = {};
  const collector = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", ...images],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // a page of another origin may show the pictures of a bureau
    crossOriginResourcePolicy: { policy: 'same-site' },
  })(
    // helmet reads nothing of the request and only sets headers
    {} as never,
    collector as unknown as ServerResponse,
    () => {},
  );
  return headers;
}
