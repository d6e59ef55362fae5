import { STAND_IN_PATH } from '#domain/companies/stand-in.ts';
import type { Config } from '../config.ts';
import { type Hosts, siteOrigin } from './origins.ts';

/** Reserved names (RFC 2606) are fictional, as those of the demonstration's companies. */
function isFictional(site: string): boolean {
  return URL.canParse(site) && new URL(site).hostname.endsWith('.example');
}

/**
 * Address that leads to a company's site. In a demonstration a fictional site is replaced by a page of this
 * instance.
 */
export function createSiteResolver(config: Hosts & Pick<Config, 'demo'>): (site: string) => string {
  if (!config.demo) return (site) => site;
  const pages = siteOrigin(config) + STAND_IN_PATH;
  return (site) => (isFictional(site) ? site.replace(/^https:\/\//, () => pages) : site);
}
