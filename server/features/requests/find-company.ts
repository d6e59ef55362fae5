import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { createSiteResolver } from '../../http/company-site.ts';
import { findShownCompany, type ShownCompany } from './bookings.queries.ts';

type Parts = { db: Db; book: FollowedBook; config: Config };

/**
 * The bureau that travellers are shown under a site, its own or where a comparison says that it is reached. One that the book of this
 * instance has not heard of yet, as another instance has, is asked of the database.
 */
export function findCompanyFor({ db, book, config }: Parts): (site: string) => Promise<ShownCompany | null> {
  const reachedAt = createSiteResolver(config);
  return async (site) => bookOf(book).companyBySite(reachedAt(site)) ?? findShownCompany(db, site);
}
