/** A real nats-server, on a port and in a folder of its own; scripts/tools.mjs brings the program on Debian. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../process/free-port.ts';
import { reap } from './reaper.ts';
import { findTool } from './tools.ts';

const PROGRAM = findTool('nats-server');

const STOPS_WITHIN_MS = 5_000;

/** true as well where there is no /proc. */
function areThreadsStopped(pid: number | undefined): boolean {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return true;
  return readdirSync(threads).every((id) => / T /.test(readFileSync(join(threads, id, 'stat'), 'utf8')));
}

/** false: tests of NATS are skipped, and scripts/test.mjs says so. */
export const hasNatsServer = PROGRAM !== null;

/** Configuration of users and its environment. Without one, every client has all rights. */
type Users = { config?: string; env?: Record<string, string> };

export class NatsServer {
  readonly url: string;
  readonly #args: string[];
  readonly #port: number;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;

  private constructor(port: number, folder: string, { config, env = {} }: Users) {
    this.#env = env;
    this.#port = port;
    this.#folder = folder;
    this.url = `nats://127.0.0.1:${port}`;
    this.#args = ['--js', '--addr', '127.0.0.1', '--port', String(port), '--store_dir', folder];
    if (config) this.#args.push('--config', config);
  }

  static async open(users: Users = {}): Promise<NatsServer> {
    const folder = await mkdtemp(join(tmpdir(), 'parite-nats-'));
    const server = new NatsServer(await findFreePort(), folder, users);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    if (!PROGRAM) throw new Error('there is no nats-server');
    this.#child = spawn(PROGRAM, this.#args, {
      stdio: 'ignore',
      env: { ...process.env, ...this.#env },
    });
    reap(this.#child);
    while (!(await this.#answers())) await delay(20);
  }

  #answers(): Promise<boolean> {
    const socket = connect(this.#port, '127.0.0.1');
    return new Promise<boolean>((done) => {
      socket.once('data', () => done(true));
      socket.once('error', () => done(false));
      socket.once('close', () => done(false));
    }).finally(() => socket.destroy());
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    // the system may have ended it, for its memory
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Stops the process without closing its connections. Nothing answers once this returns. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
    // threads stop one after the other, and may answer until then
    const until = performance.now() + STOPS_WITHIN_MS;
    while (!areThreadsStopped(this.#child?.pid) && performance.now() < until);
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Kills the server and deletes all that it stored. */
  async lose(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    this.thaw();
    await this.lose();
  }
}
