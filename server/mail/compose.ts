import MailComposer from 'nodemailer/lib/mail-composer';
import { isEmail } from '#domain/audience/email.ts';
import { confirmationEnds } from '#domain/audience/retention.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { newsletterToken } from '../features/audience/newsletter-tokens.ts';
import { ensureLink } from '../features/iam/ensure-links.ts';
import { findLink } from '../features/iam/password-links.queries.ts';
import { isWorking, linkAddress, worksUntil } from '../features/iam/password-links.ts';
import { type Hosts, siteOrigin } from '../origins.ts';
import { type Letter, renderText } from './letter.ts';
import { renderHtml } from './letter-html.ts';
import { invitationLetter, newsletterLetter, passwordLetter } from './letters.ts';
import { mailName } from './mail-name.ts';
import type { ClaimedMail } from './mails.queries.ts';
import { findAccount, findCompanyName, findSubscription } from './recipients.queries.ts';

/** A mail as it travels: its bytes, and the two addresses of its envelope. */
export type Message = { name: string; from: string; to: string; raw: Buffer };

export type MailSettings = Hosts & Pick<Config, 'mailFrom' | 'publisher'>;

type Written = { letter: Letter; headers?: Record<string, string> };
type Sources = { db: Db; config: MailSettings; secret: string };

/** The recipient cannot be written to: no mail server would be asked. */
export class BadRecipient extends Error {}

/** Writes a mail from what is true now; null when it has become needless. Links are made here and kept nowhere. */
export async function composeMail(sources: Sources, mail: ClaimedMail, at: Date): Promise<Message | null> {
  if (!isEmail(mail.recipient)) throw new BadRecipient('the recipient is not an address');
  const written = await WRITERS[mail.kind](sources, mail, at);
  if (!written) return null;
  const { mailFrom, publisher } = sources.config;
  const { from, host } = readSender(mailFrom);
  const composed = new MailComposer({
    from,
    to: { name: '', address: mail.recipient },
    subject: written.letter.subject,
    text: renderText(written.letter, publisher),
    html: renderHtml(written.letter, publisher),
    date: at,
    // the same at every attempt: whoever receives it twice all the same can tell
    messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...written.headers },
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

const WRITERS: Record<
  ClaimedMail['kind'],
  (sources: Sources, mail: ClaimedMail, at: Date) => Promise<Written | null>
> = {
  async invitation({ db, config, secret }, { params }, at) {
    const link = await findLink(db, params.link ?? 0);
    if (!link || !isWorking(link, at)) return null;
    const company = await findCompanyName(db, link.userId);
    const url = linkAddress(config, secret, link);
    return { letter: invitationLetter({ ...link.user, company }, { url, ends: worksUntil(link) }) };
  },

  async password({ db, config, secret }, { recipient }, at) {
    const account = await findAccount(db, recipient);
    const link = account && (await ensureLink(db, account.id, at));
    if (!account || !link) return null;
    const url = linkAddress(config, secret, link);
    return { letter: passwordLetter(account, { url, ends: worksUntil(link) }) };
  },

  async newsletter({ db, config, secret }, { params }, at) {
    const subscription = await findSubscription(db, params.subscription ?? 0);
    if (!subscription || subscription.confirmedAt || confirmationEnds(subscription.at) <= at) return null;
    const site = siteOrigin(config);
    const unsubscribe = newsletterToken(secret, 'unsubscribe', subscription);
    const letter = newsletterLetter(subscription.at, {
      confirmUrl: `${site}/#/lettre/confirmer?token=${newsletterToken(secret, 'confirm', subscription)}`,
      unsubscribeUrl: `${site}/#/lettre/desinscription?token=${unsubscribe}`,
    });
    return {
      letter,
      headers: {
        'List-Unsubscribe': `<${site}/api/public/newsletter/unsubscribe?token=${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  },
};

/** MAIL_FROM: an address, or a name with one. */
function readSender(mailFrom: string): { from: { name: string; address: string }; host: string } {
  const [, name = '', bracketed] = /^([^<]*)<([^>]+)>$/.exec(mailFrom) ?? [];
  const address = bracketed ?? mailFrom;
  return {
    from: { name: name.trim().replace(/^"(.*)"$/, '$1'), address },
    host: address.slice(address.lastIndexOf('@') + 1),
  };
}
