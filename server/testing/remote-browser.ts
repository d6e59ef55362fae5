/** Requests to instances in processes of their own, each on a new connection, since an instance may be killed. */
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number;
  body: unknown;
  cookies: string[];
}

export async function send(
  port: number,
  host: string,
  { path, body, headers = {} }: { path: string; body?: object; headers?: Record<string, string> },
): Promise<Answer> {
  const sent = request({
    host: '127.0.0.1',
    port,
    agent: false,
    path,
    method: body ? 'POST' : 'GET',
    headers: { host, ...(body && { 'content-type': 'application/json' }), ...headers },
  });
  sent.end(body && JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  const said = await text(answer);
  return {
    status: answer.statusCode,
    body: said === '' ? null : JSON.parse(said),
    cookies: answer.headers['set-cookie'] ?? [],
  };
}

/** A browser on the back-office that any instance may answer. */
export class RemoteBrowser {
  readonly #cookies = new Map<string, string>();

  async call(port: number, path: string, body?: object): Promise<Answer> {
    if (body && !this.#cookies.has('XSRF-TOKEN')) await this.call(port, '/api/logout');
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '' };
    const answer = await send(port, 'backoffice.localhost', { path, headers, ...(body && { body }) });
    for (const line of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  async login(port: number, username: string, password: string): Promise<number> {
    return (await this.call(port, '/api/login', { username, password })).status;
  }
}
