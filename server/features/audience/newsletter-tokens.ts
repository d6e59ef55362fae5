import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the link of one mail may do: a link that unsubscribes cannot confirm. */
export type Purpose = 'confirm' | 'unsubscribe';

/** The row of a subscription that a token is derived from. */
export type SubscriptionKey = { id: number; at: Date };

/**
 * The token of a newsletter link: derived from the secret and the row, so that it is stored nowhere. It holds
 * what it signs: a link to an erased row still proves that it was one (decision 049).
 */
export function newsletterToken(secret: string, purpose: Purpose, key: SubscriptionKey): string {
  return `${key.id}.${key.at.getTime()}.${signature(secret, purpose, key).toString('base64url')}`;
}

/** The row that a token is of; null when it is not ours, or is for something else. */
export function readNewsletterToken(secret: string, purpose: Purpose, token: string): SubscriptionKey | null {
  const match = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token);
  if (!match) return null;
  const [, id, at, sent = ''] = match;
  const key = { id: Number(id), at: new Date(Number(at)) };
  const own = signature(secret, purpose, key);
  const given = Buffer.from(sent, 'base64url');
  return given.length === own.length && timingSafeEqual(given, own) ? key : null;
}

function signature(secret: string, purpose: Purpose, { id, at }: SubscriptionKey): Buffer {
  return createHmac('sha256', secret).update(`newsletter-${purpose}:${id}:${at.getTime()}`).digest();
}
