import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { type Application, applicationOf } from './hosts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Replaces the headers of data by those of a page, for routes of pages and their files. */
    setPageHeaders(request: FastifyRequest, reply: FastifyReply, done: () => void): void;
    // Same headers for a public page with a form of this site.
    setFormHeaders(reply: FastifyReply): void;
    readonly formHeaders: Readonly<Record<string, string>>;
  }
}

export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  // frame-ancestors for old browsers
  'x-frame-options': 'DENY',
};

/** Browser features that no page uses, denied to injected scripts as well. */
const UNUSED = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen'],
  ...['gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
  ...['screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];
const PERMISSIONS = { public: 'geolocation=(self)', backoffice: 'geolocation=()' };

/**
 * Sets the headers of data, or Helmet's for routes of pages, whose policy allows nothing inline. Helmet
 * runs once here, since its headers are the same for every answer.
 */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const pageHeaders = computeHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(API_HEADERS);
    // files and errors, too, where no page can forbid indexing
    if (applicationOf(request.headers, config) === 'backoffice')
      reply.header('x-robots-tag', 'noindex, nofollow');
    else if (config.demo) reply.header('x-robots-tag', 'noindex');
    done();
  });
  const replace = (reply: FastifyReply, headers: Record<string, string>) => {
    for (const name of Object.keys(API_HEADERS)) reply.removeHeader(name);
    reply.headers(headers);
  };
  app.decorate('setPageHeaders', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    replace(reply, pageHeaders[applicationOf(request.headers, config)]);
    done();
  });
  const formHeaders = computeHeaders(config, "'self'").public;
  app.decorate('formHeaders', { ...formHeaders, ...(config.demo && { 'x-robots-tag': 'noindex' }) });
  app.decorate('setFormHeaders', (reply: FastifyReply) => replace(reply, formHeaders));
}

function computeHeaders(config: Config, formAction = "'none'"): Record<Application, Record<string, string>> {
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
        formAction: [formAction],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // other origins of the same site may show company logos
    crossOriginResourcePolicy: { policy: 'same-site' },
  })(
    // helmet ignores the request and only sets headers
    {} as never,
    collector as unknown as ServerResponse,
    () => {},
  );
  const unused = UNUSED.map((feature) => `${feature}=()`).join(', ');
  const withPermissions = (application: Application) => ({
    ...headers,
    'permissions-policy': `${unused}, ${PERMISSIONS[application]}`,
  });
  return { public: withPermissions('public'), backoffice: withPermissions('backoffice') };
}
