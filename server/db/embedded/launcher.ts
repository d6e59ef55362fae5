import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Starts PostgreSQL programs as a user other than root, which PostgreSQL refuses. Each has its own process group, so
 * that Ctrl-C reaches the server alone.
 */
export interface Launcher {
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess;
  owner?: Owner;
}

export interface Owner {
  uid: number;
  gid: number;
}

const SYSTEM_USER = process.platform === 'darwin' ? '_postgres' : 'postgres';

/** PG* variables of the shell must not reach PostgreSQL. */
const ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
const OPTIONS = { cwd: '/', env: ENVIRONMENT, detached: true };

/**
 * Selects the folder's owner, or the system user made for it, when the process runs as root. A user who cannot pass
 * through a parent folder (a clone under a 0700 home) gets that one right.
 */
export async function findLauncher(folder: string, owner: Owner | null, program: string): Promise<Launcher> {
  if (process.getuid?.() !== 0) return { spawn: spawnAs({}) };
  const user = owner ?? (await findSystemUser());
  const launchers: Launcher[] = [
    { owner: user, spawn: spawnAs(user) },
    { owner: user, spawn: spawnWithCapability(user, 'dac_read_search') },
    // containers often keep this capability alone
    { owner: user, spawn: spawnWithCapability(user, 'dac_override') },
  ];
  for (const launcher of launchers) {
    if (await canReach(launcher, folder, program)) return launcher;
  }
  throw new Error(
    `L’utilisateur système ${SYSTEM_USER} ne peut pas atteindre ${folder} ou ${program}, et PostgreSQL refuse de tourner ` +
      'en root. Lancez Parité avec un utilisateur ordinaire, ou placez-la, avec DATA_DIR, dans un dossier ouvert aux autres.',
  );
}

function spawnAs(identity: Partial<Owner>): Launcher['spawn'] {
  return (program, args, options) => spawn(program, args, { ...OPTIONS, ...options, ...identity });
}

function spawnWithCapability({ uid, gid }: Owner, capability: string): Launcher['spawn'] {
  const privileges = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // access(2), which PostgreSQL calls on its own binaries, ignores capabilities without this bit
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
  return (program, args, options) =>
    spawn('setpriv', [...privileges, program, ...args], { ...OPTIONS, ...options });
}

async function canReach(launcher: Launcher, folder: string, program: string): Promise<boolean> {
  const script = 'cd "$1" && test -x "$2" && exec "$2" --version';
  const child = launcher.spawn('/bin/sh', ['-c', script, 'sh', folder, program], { stdio: 'ignore' });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch {
    return false;
  }
}

async function findSystemUser(): Promise<Owner> {
  try {
    return await readIds();
  } catch {
    // absent so far
  }
  try {
    const args = ['--system', '--user-group', '--no-create-home', SYSTEM_USER];
    await read('useradd', args);
    return await readIds();
  } catch (error) {
    throw new Error(
      `PostgreSQL refuse de tourner en root, et l’utilisateur système ${SYSTEM_USER} n’a pas pu être créé. ` +
        'Lancez Parité avec un utilisateur ordinaire, ou donnez DATABASE_URL.',
      { cause: error },
    );
  }
}

async function readIds(): Promise<Owner> {
  const readId = async (flag: string) => Number(await read('id', [flag, SYSTEM_USER]));
  return { uid: await readId('-u'), gid: await readId('-g') };
}

async function read(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { ...OPTIONS, stdio: ['ignore', 'pipe', 'ignore'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return output;
}
