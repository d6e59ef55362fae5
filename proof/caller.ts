/** Someone who has logged in to the back-office, on a connection of their own. */
import { Line } from './http.ts';

const HOST = 'backoffice.localhost';

export class Caller {
  readonly #line: Line;
  readonly #headers: Record<string, string>;

  private constructor(line: Line, headers: Record<string, string>) {
    this.#line = line;
    this.#headers = headers;
  }

  static async login(port: number, username: string, password: string): Promise<Caller> {
    const { line, headers } = await come(port);
    const body = { username, password };
    const answer = await line.ask({ host: HOST, method: 'POST', path: '/api/login', headers, body });
    if (answer.status !== 200)
      throw new Error(`${username} could not log in: ${answer.status} ${answer.text}`);
    const { session = '' } = cookiesOf(answer.headers);
    return new Caller(line, withSession(headers, session));
  }

  /** Who has logged in already. */
  static async resume(port: number, session: string): Promise<Caller> {
    const { line, headers } = await come(port);
    return new Caller(line, withSession(headers, session));
  }

  /** The same session on another instance. */
  on(port: number): Caller {
    return new Caller(new Line(port, new Set()), this.#headers);
  }

  get(path: string): Promise<string> {
    return this.#ask('GET', path);
  }

  post(path: string, body: object): Promise<string> {
    return this.#ask('POST', path, body);
  }

  close(): void {
    this.#line.close();
  }

  /** Throws on any answer but 200. */
  async #ask(method: string, path: string, body?: object): Promise<string> {
    const headers = this.#headers;
    const { status, text } = await this.#line.ask({
      host: HOST,
      method,
      path,
      headers,
      ...(body && { body }),
    });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    return text;
  }
}

/** A new connection, and what each request on it says. */
async function come(port: number) {
  const line = new Line(port, new Set());
  const first = await line.ask({ host: HOST, method: 'GET', path: '/api/logout' });
  const xsrf = cookiesOf(first.headers)['XSRF-TOKEN'] ?? '';
  return { line, headers: { cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf } };
}

function withSession<T extends { cookie: string }>(headers: T, session: string): T {
  return { ...headers, cookie: `${headers.cookie}; session=${session}` };
}

function cookiesOf(headers: { 'set-cookie'?: string[] | undefined }): Record<string, string> {
  const pairs = (headers['set-cookie'] ?? []).map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie) ?? []);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}
