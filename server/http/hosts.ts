import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

export type Application = 'public' | 'backoffice';

export function applicationOf(headers: IncomingHttpHeaders, config: Config): Application {
  const forwarded = config.trustProxy ? headers['x-forwarded-host'] : undefined;
  // the trusted proxy writes the last of several values, the client the earlier ones
  const host =
    String(forwarded ?? headers.host ?? '')
      .split(',')
      .at(-1) ?? '';
  return host.split(':')[0]?.trim().toLowerCase() === config.backofficeHost ? 'backoffice' : 'public';
}

export function applicationConstraint(config: Config) {
  return {
    name: 'application',
    mustMatchWhenDerived: false,
    storage: handlersByApplication,
    deriveConstraint: (request: { headers: IncomingHttpHeaders }) => applicationOf(request.headers, config),
    validate: () => true,
  };
}

function handlersByApplication<Handler>() {
  const handlers = new Map<unknown, Handler>();
  return {
    get: (application: unknown) => handlers.get(application) ?? null,
    set: (application: unknown, handler: Handler) => {
      handlers.set(application, handler);
    },
  };
}
