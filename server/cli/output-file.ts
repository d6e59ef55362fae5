import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from './failures.ts';
import type { Shell } from './shell.ts';

/**
 * Writes what a command gives to a file of the person's, readable by its owner alone, or to the standard output
 * when none is named. A file appears whole or not at all, and never over another.
 */
export async function writeOutput(
  shell: Shell,
  name: string | undefined,
  content: AsyncIterable<string | Buffer> | Iterable<string>,
  through: Transform[] = [],
): Promise<void> {
  const source = Readable.from(content, { objectMode: false });
  if (name === undefined || name === '-') {
    await pipeline([source, ...through, shell.out], { end: false });
    return;
  }
  const file = shell.fileAt(name);
  await refuseExisting(file);
  const draft = `${file}.${process.pid}.part`;
  shell.closers.add(() => rm(draft, { force: true }));
  await pipeline([source, ...through, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })]);
  await rename(draft, file);
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new CommandFailure(`${file} existe déjà : donnez un autre nom, ou supprimez-le d’abord.`);
}
