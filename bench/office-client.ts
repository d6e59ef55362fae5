import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { sql } from 'kysely';
import type { Db } from '../server/db/open.ts';

/** Session of an agent of the market under a token of 32 bytes. */
export async function insertSession(db: Db, token: string, mail: string): Promise<void> {
  const hash = createHash('sha256').update(token).digest();
  await sql`
    INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
    SELECT ${hash}, id, now(), now() FROM users WHERE mail = ${mail}`.execute(db);
}

/** Token that the office gives before a login, and asks for beside every write. */
export async function fetchXsrfToken(port: number): Promise<string> {
  const { headers } = await ask(port, 'GET', '/api/logout');
  return /XSRF-TOKEN=([^;]+)/.exec((headers['set-cookie'] ?? []).join())?.[1] ?? '';
}

export function sessionHeaders(token: string, xsrf: string): Record<string, string> {
  return { cookie: `session=${token}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf };
}

/** Answer of the back-office: the system's resolver knows no name under localhost. */
export async function ask(
  port: number,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<IncomingMessage> {
  const host = `backoffice.localhost:${port}`;
  const type = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const asking = request({ port, method, path, headers: { host, ...(body && type), ...headers } });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return answer;
}
