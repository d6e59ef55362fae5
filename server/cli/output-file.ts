import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from './failures.ts';
import type { Shell } from './shell.ts';

/**
 * Writes a command's output to a file readable by its owner alone, or to the standard output. The file appears whole
 * after `check` accepts what the disk holds, and never replaces another.
 */
export async function writeOutput(
  shell: Shell,
  name: string | undefined,
  content: AsyncIterable<string | Buffer> | Iterable<string>,
  { through = [], check }: { through?: Duplex[]; check?: (draft: string) => Promise<void> } = {},
): Promise<void> {
  const source = Readable.from(content, { objectMode: false });
  if (name === undefined || name === '-') {
    await pipeline([source, ...through, shell.out], { end: false });
    return;
  }
  const file = shell.resolvePath(name);
  await refuseExisting(file);
  const draft = `${file}.${process.pid}.part`;
  const discard = () => rm(draft, { force: true });
  shell.closers.add(discard);
  try {
    await pipeline([source, ...through, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })]);
    await check?.(draft);
    await rename(draft, file);
  } catch (error) {
    await discard();
    throw error;
  }
  await flushFolder(dirname(file));
}

/** Flushes the folder, because a name survives a power cut only then. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new CommandFailure(`${file} existe déjà. Donnez un autre nom, ou supprimez-le d’abord.`);
}
