import { STAND_IN_PATH } from '#domain/companies/stand-in.ts';
import type { Config } from '../config.ts';
import { type Hosts, siteOrigin } from './origins.ts';

/** Whether a site is of a name that nobody can have (RFC 2606), as the demonstration's bureaux are. */
function isFictional(site: string): boolean {
  return URL.canParse(site) && new URL(site).hostname.endsWith('.example');
}

/**
 * Where a bureau's site is reached: in a demonstration, a fictional one at the page of this instance that stands for
 * it; any other, and every one of a real deployment, at itself. One address for each site.
 */
export function standInFor(config: Hosts & Pick<Config, 'demo'>): (site: string) => string {
  if (!config.demo) return (site) => site;
  const pages = siteOrigin(config) + STAND_IN_PATH;
  return (site) => (isFictional(site) ? site.replace(/^https:\/\//, () => pages) : site);
}
