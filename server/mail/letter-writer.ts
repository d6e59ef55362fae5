import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { MailKind } from '../db/schema.ts';
import type { Hosts } from '../http/origins.ts';
import type { NeedlessReason } from '../process/counters.ts';
import type { Letter } from './letter.ts';
import type { LeasedMail } from './mails.queries.ts';

export type MailSettings = Hosts & Pick<Config, 'mailFrom' | 'publisher' | 'secretBefore'>;

export type LetterSources = { db: Db; config: MailSettings; secret: string };

// `cid`: Content-ID of a picture that the letter shows.
export type Attachment = {
  filename: string;
  contentType: string;
  content: string | Buffer;
  cid?: string;
};

export type WrittenLetter = {
  letter: Letter;
  headers?: Record<string, string>;
  attachments?: Attachment[];
};

export type LetterWriter = (
  sources: LetterSources,
  mail: LeasedMail,
  at: Date,
) => Promise<WrittenLetter | NeedlessReason>;

export type LetterWriters<Kind extends MailKind = MailKind> = Record<Kind, LetterWriter>;
