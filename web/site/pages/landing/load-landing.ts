import type { Article } from '#domain/articles/article.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { call } from '#web/shared/api/client.ts';

export type LandingData = { currencies: Currency[]; articles: Article[] };

/** spec 2: the landing page needs the public currencies and the banner articles. */
export async function loadLanding({ request: { signal } }: { request: Request }): Promise<LandingData> {
  const [currencies, articles] = await Promise.all([
    call('GET /api/public/currencies', { signal }),
    call('GET /api/public/blog/articles/banner', { signal }),
  ]);
  return { currencies, articles };
}
