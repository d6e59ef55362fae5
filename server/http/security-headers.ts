import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { type Side, sideOf } from './hosts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For the routes of pages and of what they show: the headers of a page instead of those of data. */
    setPageHeaders(request: FastifyRequest, reply: FastifyReply, done: () => void): void;
  }
}

/** What protects an answer that is data: nothing of a page applies to it. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  // what frame-ancestors says, to a browser that does not know it
  'x-frame-options': 'DENY',
};

/** No page of ours uses any of it, and none that got into one may. */
const UNUSED = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen'],
  ...['gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
  ...['screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];
/** The comparator asks where one is, when one wants it to. */
const PERMISSIONS = { public: 'geolocation=(self)', backoffice: 'geolocation=()' };

/**
 * An answer is data unless its route says that it is a page: those have Helmet's headers, with a policy that
 * allows nothing inline. They are the same for every answer, so they are computed once and not by a
 * middleware on each request.
 */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const pageHeaders = computeHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(API_HEADERS);
    // also of a file and of an error, where no page says it
    if (sideOf(request.headers, config) === 'backoffice') reply.header('x-robots-tag', 'noindex, nofollow');
    done();
  });
  app.decorate('setPageHeaders', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    for (const name of Object.keys(API_HEADERS)) reply.removeHeader(name);
    reply.headers(pageHeaders[sideOf(request.headers, config)]);
    done();
  });
}

function computeHeaders(config: Config): Record<Side, Record<string, string>> {
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
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // a page of another origin may show the pictures of a bureau
    crossOriginResourcePolicy: { policy: 'same-site' },
  })(
    // helmet reads nothing of the request and only sets headers
    {} as never,
    collector as unknown as ServerResponse,
    () => {},
  );
  const unused = UNUSED.map((feature) => `${feature}=()`).join(', ');
  const withPermissions = (side: Side) => ({
    ...headers,
    'permissions-policy': `${unused}, ${PERMISSIONS[side]}`,
  });
  return { public: withPermissions('public'), backoffice: withPermissions('backoffice') };
}
