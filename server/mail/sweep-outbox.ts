import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/open.ts';
import { mailName } from './mail-name.ts';
import { selectCreationTimes } from './mails.queries.ts';

/** A mail's file, or its draft that a killed instance has left. */
const MAIL_FILE = /^(.+-mail-(\d{1,15}))\.eml(?:\.draft)?$/;

/**
 * Removes from the outbox the mails that the database holds no more: erased on time or at somebody's wish, they go
 * from here too. Returns how many files went.
 */
export async function sweepOutbox(db: Db, folder: string): Promise<number> {
  // the files are listed before the mails: a file written from here on is left alone
  const files = (await listFiles(folder)).flatMap((file) => {
    const [, name = '', id] = MAIL_FILE.exec(file) ?? [];
    return id === undefined ? [] : [{ file, name, id: Number(id) }];
  });
  const ids = [...new Set(files.map(({ id }) => id))];
  const kept = new Set((await selectCreationTimes(db, ids)).map(mailName));
  const gone = files.filter(({ name }) => !kept.has(name));
  for (const { file } of gone) await rm(path.join(folder, file), { force: true });
  return gone.length;
}

async function listFiles(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // no mail was written yet; if a file stands in the folder's place, whoever writes a mail says so
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
