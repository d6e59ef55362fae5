import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

export type OutboxMail = { name: string; to: string; subject: string; at: Date; text: string };

const FILE = /^[0-9TZ-]{24}-mail-\d{1,15}$/;
const MAX_LISTED = 50;

export async function listOutboxMails(folder: string): Promise<OutboxMail[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files
    .filter((file) => file.endsWith('.eml'))
    .map((file) => file.slice(0, -'.eml'.length))
    .filter((name) => FILE.test(name))
    .sort()
    .reverse()
    .slice(0, MAX_LISTED);
  const mails = await Promise.all(names.map((name) => readOutboxMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

export async function readOutboxMail(folder: string, name: string): Promise<OutboxMail | null> {
  if (!FILE.test(name)) return null;
  const raw = await readRaw(folder, name);
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

/** HTML of a mail, its pictures within it. */
export async function readOutboxHtml(folder: string, name: string): Promise<string | null> {
  const raw = FILE.test(name) && (await readRaw(folder, name));
  if (!raw) return null;
  const { html, attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const pictures = new Map(
    attachments.map(({ contentId, mimeType, content }) => [
      contentId?.slice(1, -1),
      `data:${mimeType};base64,${content}`,
    ]),
  );
  return html?.replace(/(?<=src=")cid:([^"]+)(?=")/g, (_, id: string) => pictures.get(id) ?? '') ?? null;
}

// null: erased since it was listed
function readRaw(folder: string, name: string): Promise<Buffer | null> {
  return readFile(path.join(folder, `${name}.eml`)).catch(() => null);
}
