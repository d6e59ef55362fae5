/**
 * The operator's machine without Docker: the services of compose.yaml as processes, each on a port of its own, and what
 * `docker` comes to there. What it is asked and cannot do, it says.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { Caddy } from '../../deploy/testing/caddy.ts';
import { type Compose, readCompose } from '../../deploy/testing/compose.ts';
import { type Built, buildFolder } from '../../deploy/testing/dockerfile.ts';
import { type GivenPostgres, startGivenPostgres } from '../../deploy/testing/given-postgres.ts';
import { findFreePort } from '../../server/process/free-port.ts';
import { reap } from '../../server/testing/reaper.ts';
import { endServer } from '../../server/testing/server-process.ts';
import { say } from '../result.ts';

const HEALTHY_WITHIN_MS = 120_000;

export type Reply =
  | { run: { command: string[]; cwd: string; environment: Record<string, string> } }
  | { code: number; said?: string };

/** What of this machine's environment a step of the image may need: to find programs, and packages by the network. */
const REACHES_REGISTRY = ['PATH', 'HOME', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'https_proxy'];

export interface Instance {
  child: ChildProcess;
  /** of the folder it was built into */
  root: string;
}

/** Where one version is built. */
interface Images {
  app: Built;
  backup: Built;
}

export interface MachineOptions {
  folder: string;
  /** The clone that the manual works in. */
  source: string;
  /** What is run here for the command of a RUN. */
  translateRun: (command: string) => string;
}

export class Machine {
  readonly folder: string;
  readonly source: string;
  readonly instances = new Map<string, Instance>();
  readonly #translateRun: (command: string) => string;
  readonly #ports = new Map<string, { port: number; metrics: number }>();
  #images: Images | null = null;
  readonly #versions = new Map<string, Images>();
  #nights: ChildProcess | null = null;
  /** In the place of the volume. */
  readonly backups: string;
  database: GivenPostgres | null = null;
  caddy: Caddy | null = null;

  constructor({ folder, source, translateRun }: MachineOptions) {
    this.folder = folder;
    this.source = source;
    this.#translateRun = translateRun;
    this.backups = join(folder, 'backups');
  }

  /** The few words of Docker that the manual uses. */
  async docker([first, ...rest]: string[]): Promise<Reply> {
    const [verb = '', ...args] = first === 'compose' ? rest : [];
    const words = args.filter((word) => !word.startsWith('-'));
    if (verb === 'build') return this.#do(() => this.#build());
    if (verb === 'up') return this.#do(() => this.#up(words, args));
    if (verb === 'stop') return this.#do(() => this.#stop(words));
    if (verb === 'restart') {
      return this.#do(async () => {
        await this.#stop(words);
        await this.#up(words, args);
      });
    }
    if (verb === 'exec' || verb === 'run') return this.#exec(verb, withoutOptions(args));
    return { code: 125, said: `not on this machine: docker ${[first, ...rest].join(' ')}` };
  }

  port(name: string): number {
    return this.#ports.get(name)?.port ?? 0;
  }

  metricsPort(name: string): number {
    return this.#ports.get(name)?.metrics ?? 0;
  }

  async close(): Promise<void> {
    await this.caddy?.stop();
    await this.#stop([...this.instances.keys()]);
    await this.#stopNights();
    await this.database?.stop();
  }

  compose(): Compose {
    const lines = readFileSync(join(this.source, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
    const variables = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
    return readCompose(variables, readFileSync(join(this.source, 'compose.yaml'), 'utf8'));
  }

  async #do(action: () => Promise<void>): Promise<Reply> {
    return action().then(
      () => ({ code: 0 }),
      (error: Error) => ({ code: 1, said: error.message }),
    );
  }

  async #build(): Promise<void> {
    const { stdout } = await promisify(execFile)('git', ['-C', this.source, 'rev-parse', '--short', 'HEAD']);
    const version = stdout.trim();
    // Docker's cache would have it too
    const images = this.#versions.get(version) ?? (await this.#buildVersion(version));
    this.#versions.set(version, images);
    this.#images = images;
  }

  async #buildVersion(version: string): Promise<Images> {
    say(`building ${version}`);
    const stages = await buildFolder({
      context: this.source,
      into: join(this.folder, `image-${version}`),
      environment: environmentOf(REACHES_REGISTRY),
      translate: this.#translateRun,
      brought: { '/usr/local/bin/node': process.execPath },
    });
    const backup = stages.find(({ name }) => name === 'backup');
    const app = stages.at(-1);
    if (!app || !backup) throw new Error('the Dockerfile lacks a stage');
    return { app, backup };
  }

  async #up(names: string[], args: string[]): Promise<void> {
    if (args.includes('--build') || !this.#images) await this.#build();
    const { services } = this.compose();
    const { database: postgres } = services;
    if (!this.database && postgres) {
      const folder = join(this.folder, 'database');
      await mkdir(folder, { recursive: true, mode: 0o711 });
      this.database = await startGivenPostgres(folder, postgres);
    }
    const apps = Object.keys(services).filter((name) => /^app\d$/.test(name));
    for (const name of apps) {
      if (names.length > 0 && !names.includes(name)) continue;
      // compose makes a service anew when it or its image has changed; one that is named is taken to have changed
      if (this.instances.has(name) && names.length === 0) continue;
      await this.#stop([name]);
      await this.#startApp(name);
    }
    const isNamed = names.includes('backup');
    if (isNamed || (names.length === 0 && !this.#nights)) await this.#startNights();
    const program = process.env.PROOF_CADDY;
    if (!this.caddy && program) {
      const addresses = apps.map((name) => `127.0.0.1:${this.port(name)}`);
      this.caddy = await Caddy.start(program, this.folder, addresses, {
        mounted: join(this.source, 'deploy/caddy'),
      });
    }
  }

  /** The service that backs up every night, and now when nothing was. */
  async #startNights(): Promise<void> {
    await this.#stopNights();
    const log = openSync(join(this.folder, 'backup.log'), 'a');
    const { command, ...options } = this.#commandOf('backup', this.compose().services.backup?.command ?? []);
    const [program = '', ...args] = command;
    this.#nights = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
    reap(this.#nights);
    closeSync(log);
  }

  async #stopNights(): Promise<void> {
    if (this.#nights) await endServer(this.#nights, 'SIGTERM');
    this.#nights = null;
  }

  /** What a container of the image for backups runs, given these words. */
  #commandOf(
    service: string,
    words: string[],
  ): { command: string[]; cwd: string; env: Record<string, string> } {
    const image = this.#images?.backup;
    if (!image) throw new Error('no image');
    const [, ...entry] = image.entrypoint;
    const here = words.map((word) => word.replace(/^\/backups\b/, this.backups));
    return {
      command: [process.execPath, ...entry, ...here],
      cwd: join(image.root, image.workdir),
      // the pg_dump of the image, which this machine has not
      env: { ...this.#environment(service), PATH: `${this.folder}/bin:${process.env.PATH}` },
    };
  }

  async #startApp(name: string): Promise<void> {
    const image = this.#images?.app;
    if (!image) throw new Error('no image');
    if (!this.#ports.has(name)) {
      this.#ports.set(name, { port: await findFreePort(), metrics: await findFreePort() });
    }
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const child = spawn(process.execPath, image.command.slice(1), {
      cwd: join(image.root, image.workdir),
      env: this.#environment(name),
      stdio: ['ignore', log, log],
    });
    reap(child);
    closeSync(log);
    this.instances.set(name, { child, root: image.root });
    const until = Date.now() + HEALTHY_WITHIN_MS;
    while (Date.now() < until && child.exitCode === null) {
      if (await this.#isHealthy(name)) return;
      await delay(200);
    }
    throw new Error(`${name} did not become healthy: ${(await this.logOf(name)).slice(-500)}`);
  }

  /** By the image's own health check. */
  async #isHealthy(name: string): Promise<boolean> {
    const [, ...args] = this.#images?.app.healthcheck ?? [];
    return promisify(execFile)(process.execPath, args, { env: { PORT: String(this.port(name)) } }).then(
      () => true,
      () => false,
    );
  }

  logOf(name: string): Promise<string> {
    return readFile(join(this.folder, `${name}.log`), 'utf8');
  }

  /** The service's own variables; what its container has to itself is this machine's instead. */
  #environment(name: string): Record<string, string> {
    const { environment = {} } = this.compose().services[name] ?? {};
    return {
      PATH: process.env.PATH ?? '',
      ...this.#images?.app.environment,
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(this.port(name)),
      METRICS_PORT: String(this.metricsPort(name)),
      DATA_DIR: join(this.folder, 'data', name),
      DATABASE_URL: (environment.DATABASE_URL ?? '').replace(
        '@database:5432/',
        `@127.0.0.1:${this.database?.port}/`,
      ),
    };
  }

  async #stop(names: string[]): Promise<void> {
    for (const name of names) {
      const instance = this.instances.get(name);
      if (instance) await endServer(instance.child, 'SIGTERM');
      this.instances.delete(name);
    }
  }

  async #exec(verb: string, [service = '', program = '', ...args]: string[]): Promise<Reply> {
    if (service === 'backup') {
      // `run` gives its words to the entry point, `exec` starts a program
      const words = verb === 'run' ? [program, ...args] : args.slice(1);
      const { command, cwd, env } = this.#commandOf(service, words);
      return { run: { command, cwd, environment: env } };
    }
    if (/^app\d$/.test(service) && program === 'node' && this.#images) {
      const { root, workdir } = this.#images.app;
      const environment = this.#environment(service);
      return { run: { command: [process.execPath, ...args], cwd: join(root, workdir), environment } };
    }
    if (service === 'database' && program === 'psql')
      return this.#do(() => this.#sql(args[args.indexOf('-c') + 1] ?? ''));
    if (service === 'proxy' && program === 'caddy' && args[0] === 'reload') {
      return this.#do(async () => this.caddy?.reload());
    }
    if (service === 'proxy' && program === 'wget') {
      const [, name = '', path = ''] = /^(\w+):9464(.*)$/.exec(args.at(-1) ?? '') ?? [];
      const answer = await fetch(`http://127.0.0.1:${this.metricsPort(name)}${path}`);
      return { code: answer.ok ? 0 : 1, said: await answer.text() };
    }
    return { code: 125, said: `not on this machine: ${service} ${program} ${args.join(' ')}` };
  }

  async #sql(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.database?.url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Everything it wrote. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What follows `exec` and `run`: their options stand before the service's name. */
function withoutOptions(args: string[]): string[] {
  let at = 0;
  while (args[at]?.startsWith('-')) at += ['-v', '--volume', '-e', '--env'].includes(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}

function environmentOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value),
  );
}
