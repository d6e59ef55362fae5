import MailComposer from 'nodemailer/lib/mail-composer';
import { isEmail } from '#domain/audience/email.ts';
import type { NeedlessReason } from '../process/counters.ts';
import { renderText } from './letter.ts';
import { renderHtml } from './letter-html.ts';
import type { Attachment, LetterSources, LetterWriters } from './letter-writer.ts';
import { mailName } from './mail-name.ts';
import type { LeasedMail } from './mails.queries.ts';

export type Message = { name: string; from: string; to: string; raw: Buffer };

type Sources = LetterSources & { writers: LetterWriters };

export class InvalidRecipient extends Error {}

export class Needless extends Error {
  readonly reason: NeedlessReason;

  constructor(reason: NeedlessReason) {
    super(`the mail is needless: ${reason}`);
    this.reason = reason;
  }
}

/** Composes a mail from the present rows, with links that are stored nowhere. Throws Needless. */
export async function composeMail(sources: Sources, mail: LeasedMail, at: Date): Promise<Message> {
  if (!isEmail(mail.recipient)) throw new InvalidRecipient('the recipient is not an address');
  const written = await sources.writers[mail.kind](sources, mail, at);
  if (typeof written === 'string') throw new Needless(written);
  const { mailFrom, publisher } = sources.config;
  const { from, host } = readSender(mailFrom);
  const html = renderHtml(written.letter, publisher);
  requirePictures(html, written.attachments ?? []);
  const composed = new MailComposer({
    from,
    to: { name: '', address: mail.recipient },
    subject: written.letter.subject,
    text: renderText(written.letter, publisher),
    html,
    date: at,
    // constant over all attempts, so that a recipient can recognise a duplicate
    messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...written.headers },
    ...(written.attachments && { attachments: written.attachments }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = composed.getEnvelope();
  return {
    name: mailName(mail),
    from: envelope.from || from.address,
    to: envelope.to[0] ?? mail.recipient,
    raw: await composed.build(),
  };
}

function requirePictures(html: string, attachments: readonly Attachment[]): void {
  for (const [, shown] of html.matchAll(/src="cid:([^"]+)"/g)) {
    if (!attachments.some(({ cid }) => cid === shown))
      throw new Error(`the picture ${shown} is not attached`);
  }
}

function readSender(mailFrom: string): { from: { name: string; address: string }; host: string } {
  const [, name = '', bracketed] = /^([^<]*)<([^>]+)>$/.exec(mailFrom) ?? [];
  const address = bracketed ?? mailFrom;
  return {
    from: { name: name.trim().replace(/^"(.*)"$/, '$1'), address },
    host: address.slice(address.lastIndexOf('@') + 1),
  };
}
