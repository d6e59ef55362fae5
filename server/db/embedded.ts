import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDir } from '../process/data-dir.ts';
import { findFreePort } from '../process/free-port.ts';
import { type Binaries, findBinaries } from './embedded/binaries.ts';
import { type Cluster, openCluster, ROLE, readCredentials } from './embedded/cluster.ts';
import { FolderInUseError, lockFolder } from './embedded/folder-lock.ts';
import {
  findRunningPort,
  PortTakenError,
  type Postmaster,
  readPidFile,
  type StartOptions,
  startPostmaster,
  stopOrphan,
  stopPostmaster,
} from './embedded/postmaster.ts';
import { createBackOff } from './retry.ts';

const PORT_ATTEMPTS = 5;
const RESTART_AFTER_MS = [500, 5_000] as const;

export interface EmbeddedOptions {
  dataDir: string;
  log: (message: string) => void;
  signal?: AbortSignal;
  settings?: Record<string, string>;
}

export interface Embedded {
  url: string;
  stop(): Promise<void>;
}

/** Starts a private PostgreSQL under `dataDir` on a free loopback port. Fails when another instance uses the folder. */
export async function startEmbedded(requested: EmbeddedOptions): Promise<Embedded> {
  const { dataDir: path, log, signal, settings = {} } = requested;
  const dataDir = resolve(path);
  const binaries = await findBinaries();
  await makeDataDir(dataDir);
  signal?.throwIfAborted();
  const lock = lockFolder(dataDir);
  try {
    const cluster = await openCluster(dataDir, binaries, { log, signal });
    if (await stopOrphan(cluster.folder)) log('Base de données laissée par un arrêt brutal : reprise');
    const logFile = join(dataDir, 'postgres.log');
    const { options, postmaster } = await startOnFreePort(cluster, binaries, { logFile, signal, settings });
    const supervised = restartOnExit(options, postmaster, log);
    return {
      url: addressOf(cluster.password, options.port),
      async stop() {
        await supervised.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Database for a command, either of the running instance, which `stop` leaves running, or started for the command
 * alone.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startEmbedded(options);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const { folder, password } = await readCredentials(resolve(options.dataDir));
    const port = await findRunningPort(folder);
    if (port === null) throw error;
    return { url: addressOf(password, port), stop: async () => undefined };
  }
}

export async function findEmbedded(dataDir: string): Promise<string | null> {
  const file = await readPidFile(join(resolve(dataDir), 'postgres'));
  if (file?.status !== 'ready') return null;
  return addressOf((await readCredentials(resolve(dataDir))).password, file.port);
}

function addressOf(password: string, port: number): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`;
}

async function startOnFreePort(
  { folder, launcher }: Cluster,
  { postgres }: Binaries,
  {
    signal,
    ...startOptions
  }: Pick<StartOptions, 'logFile' | 'settings'> & { signal: AbortSignal | undefined },
): Promise<{ options: StartOptions; postmaster: Postmaster }> {
  for (let attempt = 1; ; attempt++) {
    const options = { launcher, program: postgres, folder, ...startOptions, port: await findFreePort() };
    try {
      return { options, postmaster: await startPostmaster(options, signal) };
    } catch (error) {
      // another program may have taken the port meanwhile
      if (!(error instanceof PortTakenError) || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

function restartOnExit(
  options: StartOptions,
  first: Postmaster,
  log: EmbeddedOptions['log'],
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = createBackOff(...RESTART_AFTER_MS);
  let lastMessage = '';
  const aborted = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));

  async function keepRunning(): Promise<void> {
    let running: Postmaster | null = first;
    while (!signal.aborted) {
      if (running) {
        await Promise.race([running.exited, aborted]);
        if (signal.aborted) return stopPostmaster(running);
        log('La base de données s’est arrêtée : redémarrage');
      }
      await Promise.race([delay(backOff.next()), aborted]);
      if (!signal.aborted) running = await revive();
    }
    if (running) await stopPostmaster(running);
  }

  async function revive(): Promise<Postmaster | null> {
    try {
      await stopOrphan(options.folder);
      const postmaster = await startPostmaster(options, signal);
      backOff.reset();
      lastMessage = '';
      return postmaster;
    } catch (error) {
      if (signal.aborted) return null;
      const sentence = `La base de données ne redémarre pas : ${(error as Error).message}`;
      if (sentence !== lastMessage) log(sentence);
      lastMessage = sentence;
      return null;
    }
  }

  const ended = keepRunning();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
