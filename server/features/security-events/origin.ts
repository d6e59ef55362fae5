import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import { deviceOf } from '#domain/login/device.ts';
import type { Act, Origin } from '../../http/actor.ts';
import { networkOf } from '../../http/network.ts';

export const FROM_COMMAND_LINE: Origin = { userId: null, sessionId: null, network: null, device: null };

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

/** Origin without a user, for logins and links, whatever session the browser has. */
export function originWithoutUser(
  secret: string,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Origin {
  return originOf(secret, { ip, headers, session: null });
}

export function originOfAct({ by, from }: Act): Origin {
  if (from) return from;
  return by.userId === null ? FROM_COMMAND_LINE : { ...FROM_COMMAND_LINE, userId: by.userId };
}

export function hashAccount(secret: string, mail: string): Buffer {
  return hmac(secret, 'account', normalizeEmail(mail));
}

function hmac(secret: string, what: 'network' | 'account', value: string): Buffer {
  const key = createHmac('sha256', secret).update('security-events').digest();
  return createHmac('sha256', key).update(`${what}:${value}`).digest();
}
