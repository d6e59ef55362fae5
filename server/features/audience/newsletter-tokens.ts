import { createHmac, timingSafeEqual } from 'node:crypto';

/** A link that unsubscribes cannot confirm. */
export type Purpose = 'confirm' | 'unsubscribe';

export type SubscriptionKey = { id: number; at: Date };

/**
 * Token derived from the secret and the row, so that it is stored nowhere. A link to an erased row remains valid proof
 * of it (decision 049).
 */
export function newsletterToken(secret: string, purpose: Purpose, key: SubscriptionKey): string {
  return `${key.id}.${key.at.getTime()}.${signature(secret, purpose, key).toString('base64url')}`;
}

export function readNewsletterToken(secret: string, purpose: Purpose, token: string): SubscriptionKey | null {
  const match = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token);
  if (!match) return null;
  const [, id, at, sent = ''] = match;
  const key = { id: Number(id), at: new Date(Number(at)) };
  const own = signature(secret, purpose, key);
  const decoded = Buffer.from(sent, 'base64url');
  return decoded.length === own.length && timingSafeEqual(decoded, own) ? key : null;
}

function signature(secret: string, purpose: Purpose, { id, at }: SubscriptionKey): Buffer {
  return createHmac('sha256', secret).update(`newsletter-${purpose}:${id}:${at.getTime()}`).digest();
}
