import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

export type Side = 'public' | 'backoffice';

/** BACKOFFICE_HOST is the back-office, any other host the public site (contract 3). */
export function sideOf(headers: IncomingHttpHeaders, config: Config): Side {
  const forwarded = config.trustProxy ? headers['x-forwarded-host'] : undefined;
  // of several, the last was written by the proxy that is trusted, those before it by who asked
  const host =
    String(forwarded ?? headers.host ?? '')
      .split(',')
      .at(-1) ?? '';
  return host.split(':')[0]?.trim().toLowerCase() === config.backofficeHost ? 'backoffice' : 'public';
}

/** Routes name their side as a constraint; on the other one they do not exist. */
export function sideConstraint(config: Config) {
  return {
    name: 'side',
    mustMatchWhenDerived: false,
    storage: handlersBySide,
    deriveConstraint: (request: { headers: IncomingHttpHeaders }) => sideOf(request.headers, config),
    validate: () => true,
  };
}

function handlersBySide<Handler>() {
  const handlers = new Map<unknown, Handler>();
  return {
    get: (side: unknown) => handlers.get(side) ?? null,
    set: (side: unknown, handler: Handler) => {
      handlers.set(side, handler);
    },
  };
}
