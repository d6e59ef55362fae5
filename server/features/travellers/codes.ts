import { createHmac, timingSafeEqual } from 'node:crypto';

export type Code = { id: number; email: string; createdAt: Date };

/** Six digits derived from the row and the secret, and stored nowhere. */
export function digitsOf(secret: string, { id, email, createdAt }: Code): string {
  const payload = `traveller-code:${id}:${createdAt.getTime()}:${email}`;
  const mac = createHmac('sha256', secret).update(payload).digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

export function findMatchingCode<C extends Code>(
  secret: string,
  typed: string,
  codes: readonly C[],
): C | undefined {
  const digits = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  return codes.find((code) => timingSafeEqual(Buffer.from(digits), Buffer.from(digitsOf(secret, code))));
}
