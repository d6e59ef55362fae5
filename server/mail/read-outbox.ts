import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

export type WrittenMail = { name: string; to: string; subject: string; at: Date; text: string };

const FILE = /^[0-9TZ-]{24}-mail-\d{1,15}$/;
const SHOWN = 50;

export async function listWrittenMails(folder: string): Promise<WrittenMail[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files
    .filter((file) => file.endsWith('.eml'))
    .map((file) => file.slice(0, -'.eml'.length))
    .filter((name) => FILE.test(name))
    .sort()
    .reverse()
    .slice(0, SHOWN);
  const mails = await Promise.all(names.map((name) => readWrittenMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

export async function readWrittenMail(folder: string, name: string): Promise<WrittenMail | null> {
  if (!FILE.test(name)) return null;
  // erased since it was listed
  const raw = await readFile(path.join(folder, `${name}.eml`)).catch(() => null);
  if (!raw) return null;
  const { to, subject = '', date, text = '' } = await PostalMime.parse(raw);
  return {
    name,
    to: (to ?? []).map(({ address }) => address ?? '').join(', '),
    subject,
    at: new Date(date ?? 0),
    text,
  };
}
