import type { Config } from '../config.ts';

export type Hosts = Pick<Config, 'publicHost' | 'backofficeHost' | 'trustProxy' | 'port'>;

export function siteOrigin(config: Hosts): string {
  return origin(config.publicHost, config);
}

export function officeOrigin(config: Hosts): string {
  return origin(config.backofficeHost, config);
}

/**
 * Built from the settings alone, because a request's Host header must not choose the target of a mailed
 * link.
 */
function origin(host: string, { trustProxy, port }: Hosts): string {
  // the trusted proxy ends TLS
  if (trustProxy) return `https://${host}`;
  return port === 80 ? `http://${host}` : `http://${host}:${port}`;
}
