import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/open.ts';
import { digitsOf } from '../features/travellers/codes.ts';
import { Browser } from './office.ts';

/** A browser on the public site. */
export function visit(app: FastifyInstance, address?: string): Browser {
  return new Browser(app, { host: 'localhost:4500' }, address);
}

/** The digits of the newest code that was mailed to an address. */
export async function mailedDigits(db: Db, email: string, secret: string): Promise<string> {
  const code = await db
    .selectFrom('traveller_codes')
    .where('email', '=', email)
    .select(['id', 'email', 'created_at as createdAt'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return digitsOf(secret, code);
}

/** A browser in which a traveller has signed in. */
export async function signIn(app: FastifyInstance, db: Db, email: string, secret: string): Promise<Browser> {
  const browser = visit(app);
  await browser.post('/api/traveller/code', { email });
  const code = await mailedDigits(db, email, secret);
  const answer = await browser.post('/api/traveller/session', { email, code });
  if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`);
  return browser;
}
