import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import { deviceOf } from '#domain/iam/device.ts';
import type { Act, Origin } from '../../http/actor.ts';
import { networkOf } from '../../http/network.ts';

/** Of the command line nothing is known. */
export const FROM_COMMAND_LINE: Origin = { userId: null, sessionId: null, network: null, device: null };

/** Where a request comes from. A request without a session is nobody's: who logs in says who it was. */
export function originOf(
  secret: string,
  { session, ip, headers }: Pick<FastifyRequest, 'session' | 'ip' | 'headers'>,
): Origin {
  return {
    userId: session?.user.id ?? null,
    sessionId: session?.id ?? null,
    network: hmac(secret, 'network', networkOf(ip)),
    device: deviceOf(headers['user-agent']),
  };
}

/** The same of who is not, or not yet, who has a session in that browser: one who logs in, or follows a link. */
export function strangerOf(secret: string, { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Origin {
  return originOf(secret, { ip, headers, session: null });
}

/** Of who administers. */
export function originOfAct({ by, from }: Act): Origin {
  if (from) return from;
  return by.userId === null ? FROM_COMMAND_LINE : { ...FROM_COMMAND_LINE, userId: by.userId };
}

/** What stands in the journal for an address that was typed and that no account has. */
export function journaledAccount(secret: string, mail: string): Buffer {
  return hmac(secret, 'account', normalizeEmail(mail));
}

function hmac(secret: string, what: 'network' | 'account', value: string): Buffer {
  const key = createHmac('sha256', secret).update('security-events').digest();
  return createHmac('sha256', key).update(`${what}:${value}`).digest();
}
