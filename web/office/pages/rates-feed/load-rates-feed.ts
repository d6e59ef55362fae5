import type { Answer } from '#domain/api.ts';
import type { Me } from '#domain/iam/me.ts';
import { call } from '#web/shared/api/client.ts';

export type FeedData = { health: Answer<'GET /api/feeds/rates'>; at: Date };

export async function loadFeed(_user: Me, { signal }: Pick<Request, 'signal'>): Promise<FeedData> {
  return { health: await call('GET /api/feeds/rates', { signal }), at: new Date() };
}
