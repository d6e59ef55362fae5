import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/open.ts';
import { mailName } from './mail-name.ts';
import { selectCreationTimes } from './mails.queries.ts';

const MAIL_FILE = /^(.+-mail-(\d{1,15}))\.eml(?:\.draft)?$/;

/** Deletes the outbox files of mails that the database no longer has, and returns their number. */
export async function sweepOutbox(db: Db, folder: string): Promise<number> {
  // files are listed before mails, so that a file written from here on is left alone
  const files = (await listFiles(folder)).flatMap((file) => {
    const [, name = '', id] = MAIL_FILE.exec(file) ?? [];
    return id === undefined ? [] : [{ file, name, id: Number(id) }];
  });
  const ids = [...new Set(files.map(({ id }) => id))];
  const mailNames = new Set((await selectCreationTimes(db, ids)).map(mailName));
  const gone = files.filter(({ name }) => !mailNames.has(name));
  for (const { file } of gone) await rm(path.join(folder, file), { force: true });
  return gone.length;
}

async function listFiles(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // no mail was written yet; a file in the folder's place is reported when a mail is written
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
