import type { Article } from '#domain/articles/article.ts';
import type { BannerArticle, LandingView } from '#domain/pages/page.ts';
import type { BookingCounts } from '#domain/reservations/booking.ts';
import { listDated } from '../../book/list-dated.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { type BuiltPage, type PageContext, pageOf } from './page-context.ts';

export type CountBookings = () => Promise<BookingCounts>;

// Time after which a page is made of newer counts.
const COUNTS_KEPT_MS = 10_000;

// Counts of the last reading, while the next one goes on. The first page alone waits. null: not read yet.
export function cacheBookings(
  count: CountBookings,
  report: (error: unknown) => void,
): () => Promise<BookingCounts | null> {
  let known: BookingCounts | null = null;
  return async () => {
    const reading = count().then(
      (found) => {
        known = found;
      },
      (error) => {
        if (!isDatabaseAway(error)) report(error);
      },
    );
    if (known === null) await reading;
    return known;
  };
}

export function buildLandingPage(context: PageContext, bookings: BookingCounts | null): BuiltPage {
  const view: LandingView = {
    kind: 'landing',
    currencies: listDated(context.book.currencies),
    articles: context.blog?.banner.map(bannerArticle) ?? null,
    bookings,
  };
  return pageOf(context, { path: '/', view, until: context.at + COUNTS_KEPT_MS });
}

function bannerArticle({ id, image, topic, reading_time, title, description, subs }: Article): BannerArticle {
  return { id, image, topic, reading_time, title, description, subs: subs.map((sub) => ({ id: sub.id })) };
}
