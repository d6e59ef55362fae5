import type { Config } from '../config.ts';

/** The settings that an address is made of. */
export type Hosts = Pick<Config, 'publicHost' | 'backofficeHost' | 'trustProxy' | 'port'>;

/** The address of the public site, without a path: what a mail's links begin with. */
export function siteOrigin(config: Hosts): string {
  return origin(config.publicHost, config);
}

/** The address of the back-office, without a path. */
export function officeOrigin(config: Hosts): string {
  return origin(config.backofficeHost, config);
}

/** From the settings alone: a request's Host header must not choose where a link in a mail leads. */
function origin(host: string, { trustProxy, port }: Hosts): string {
  // the proxy that is trusted ends TLS
  if (trustProxy) return `https://${host}`;
  return port === 80 ? `http://${host}` : `http://${host}:${port}`;
}
