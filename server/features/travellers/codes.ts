import { createHmac, timingSafeEqual } from 'node:crypto';

/** The row of a code that was mailed. */
export type Code = { id: number; email: string; createdAt: Date };

/** Six digits that follow from the row by the secret, as the tokens of links do: they are kept nowhere. */
export function digitsOf(secret: string, { id, email, createdAt }: Code): string {
  const said = `traveller-code:${id}:${createdAt.getTime()}:${email}`;
  const mac = createHmac('sha256', secret).update(said).digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Whether what was typed, spaces or not, are the digits of one of these. */
export function isOneOf(secret: string, typed: string, codes: readonly Code[]): boolean {
  const digits = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return false;
  return codes.some((code) => timingSafeEqual(Buffer.from(digits), Buffer.from(digitsOf(secret, code))));
}
