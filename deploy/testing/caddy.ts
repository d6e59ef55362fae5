/** The service `proxy` of compose.yaml: a real Caddy over a copy of deploy/caddy, in front of instances that run here. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '../../server/process/free-port.ts';
import { reap } from '../../server/testing/reaper.ts';
import { ROOT } from './compose.ts';

const STARTED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;

export const PUBLIC_HOST = 'parite.localhost';
export const BACKOFFICE_HOST = 'bureaux.parite.localhost';

export interface Asked {
  path: string;
  host?: string;
  /** An address of 127.0.0.0/8, which the proxy takes for the visitor's. */
  from?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** The variables that the Caddyfile reads, for one machine without TLS. */
async function environmentFor(folder: string, port: number, instances: string[]) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    ACME_EMAIL: 'technique@parite.example',
    PUBLIC_HOST: `http://${PUBLIC_HOST}:${port}`,
    BACKOFFICE_HOST: `http://${BACKOFFICE_HOST}:${port}`,
    INSTANCES: instances.join(' '),
    PAGES: join(folder, 'caddy/pages'),
    CADDY_ADMIN: `localhost:${await findFreePort()}`,
    METRICS_PORT: String(await findFreePort()),
    LOG_LEVEL: 'DEBUG',
  };
}

export class Caddy {
  /** As /etc/caddy in the container. */
  readonly folder: string;
  readonly #program: string;
  readonly #port: number;
  readonly #environment: Record<string, string>;
  readonly #child: ChildProcess;
  #logged = '';

  private constructor(program: string, folder: string, port: number, environment: Record<string, string>) {
    this.folder = join(folder, 'caddy');
    this.#program = program;
    this.#port = port;
    this.#environment = environment;
    this.#child = spawn(program, ['run', '--config', join(this.folder, 'Caddyfile')], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    reap(this.#child);
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      this.#logged += chunk;
    });
  }

  /**
   * `mounted`: folder that stands there instead of a copy. `awaited`: status of an answer of the proxy once it is up, 503
   * without any instance.
   */
  static async start(
    program: string,
    folder: string,
    instances: string[],
    { mounted, awaited = 200 }: { mounted?: string; awaited?: number } = {},
  ): Promise<Caddy> {
    if (mounted) await symlink(mounted, join(folder, 'caddy'));
    else await cp(join(ROOT, 'deploy/caddy'), join(folder, 'caddy'), { recursive: true });
    const port = await findFreePort();
    const caddy = new Caddy(program, folder, port, await environmentFor(folder, port, instances));
    const until = Date.now() + STARTED_WITHIN_MS;
    while (Date.now() < until && caddy.#child.exitCode === null) {
      const isUp = await caddy.ask({ path: '/healthz' }).then(
        ({ status }) => status === awaited,
        () => false,
      );
      if (isUp) return caddy;
      await delay(LOOK_EVERY_MS);
    }
    await caddy.stop();
    throw new Error(`Caddy did not start: ${caddy.logged()}`);
  }

  /** Everything it said, one JSON text a line. */
  logged(): string {
    return this.#logged;
  }

  async ask({ path, host = PUBLIC_HOST, from = '127.0.0.1', headers = {}, body }: Asked): Promise<Answer> {
    const sent = request({
      host: '127.0.0.1',
      port: this.#port,
      localAddress: from,
      // a connection of its own, as every visitor has
      agent: false,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        host: `${host}:${this.#port}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
  }

  async scrape(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.#environment.METRICS_PORT}/metrics`)).text();
  }

  /** Sends this text as it is, and waits until the connection ends. */
  async send(text: string): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.end(text);
    await once(socket, 'close');
  }

  /** The manual's command. */
  async reload(): Promise<void> {
    const args = ['reload', '--config', join(this.folder, 'Caddyfile')];
    await promisify(execFile)(this.#program, args, { env: this.#environment });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

/** The Caddyfile as Caddy understands it. */
export async function adaptCaddyfile(program: string, environment: Record<string, string>): Promise<string> {
  const args = ['adapt', '--config', join(ROOT, 'deploy/caddy/Caddyfile')];
  const { stdout } = await promisify(execFile)(program, args, { env: environment });
  return stdout;
}
