/** Who has signed in on one of both hosts, and what their calls are answered. */
import { Line, NotSentError } from '../http.ts';

/** `session`: the cookie; `address`: as a proxy says it, left out: that of this machine. */
export type Person = { id: number; email: string; host: string; session: string; address?: string };

/** `status` null: there was no answer; `isSent` false: nobody can have heard the question. */
export type Heard = { status: number | null; isSent: boolean; body: Record<string, unknown> };

// a browser's own, which it shows twice
const XSRF = 'A'.repeat(43);

/** On a connection of its own, so that as many are at once as ask. */
export async function post(
  port: number,
  { host, session, address }: Person,
  path: string,
  body: object,
  key?: string,
): Promise<Heard> {
  const line = new Line(port, new Set());
  const headers = {
    cookie: `${session}; XSRF-TOKEN=${XSRF}`,
    'x-xsrf-token': XSRF,
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
  try {
    const { status, text } = await line.ask({ host, method: 'POST', path, headers, body });
    return { status, isSent: true, body: JSON.parse(text) };
  } catch (error) {
    return { status: null, isSent: !(error instanceof NotSentError), body: {} };
  } finally {
    line.close();
  }
}

/** Whether what was asked may have been done or not: nothing was answered, or that the database is away. */
export function isOpenQuestion({ status }: Pick<Heard, 'status'>): boolean {
  return status === null || status === 503;
}
