import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { createSiteResolver } from '../../http/company-site.ts';
import { findVisibleCompany, type VisibleCompany } from './bookings.queries.ts';

type Parts = { db: Db; book: FollowedBook; config: Config };

/**
 * Visible company by its site or demonstration page. The database knows companies that have not reached
 * this instance's book.
 */
export function findCompanyFor({
  db,
  book,
  config,
}: Parts): (site: string) => Promise<VisibleCompany | null> {
  const reachedAt = createSiteResolver(config);
  return async (site) => bookOf(book).companyBySite(reachedAt(site)) ?? findVisibleCompany(db, site);
}
