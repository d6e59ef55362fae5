import MailComposer from 'nodemailer/lib/mail-composer';
import { isEmail } from '#domain/audience/email.ts';
import { confirmationEnds } from '#domain/audience/retention.ts';
import { formatFixing } from '#domain/fixings/draft.ts';
import { mailChangeEnds } from '#domain/iam/mail-change.ts';
import { decimalNumber } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { calendarOf } from '#domain/reservations/calendar.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { isOpen, type ReservationState } from '#domain/reservations/states.ts';
import { codeEnds } from '#domain/travellers/traveller.ts';
import type { Config } from '../config.ts';
import { readDecimal } from '../db/numeric.ts';
import type { Db } from '../db/open.ts';
import { findAccount as findHolder } from '../features/accounts/accounts.queries.ts';
import { newsletterToken } from '../features/audience/newsletter-tokens.ts';
import { listAgents } from '../features/margins/margins.queries.ts';
import { ensureLink } from '../features/passwords/ensure-links.ts';
import { findLink } from '../features/passwords/password-links.queries.ts';
import { isWorking, linkAddress, worksUntil } from '../features/passwords/password-links.ts';
import { findMailChange } from '../features/profile/mail-changes.queries.ts';
import { mailChangeAddress } from '../features/profile/mail-changes.ts';
import {
  findMidRates,
  findCompanyName as findNameOfCompany,
  listHeld,
} from '../features/rates/held-fixings.queries.ts';
import { isActive, listStops } from '../features/rates/margin-stops.queries.ts';
import { listReviewers } from '../features/rates/reviewers.ts';
import { findOfBureau } from '../features/reservations/list-reservations.queries.ts';
import { toReservation } from '../features/reservations/to-reservation.ts';
import {
  findToldEvent,
  listBureauMails,
  type ToldEvent,
} from '../features/reservations/told-events.queries.ts';
import { findToldEvent as findSecurityEvent } from '../features/security-events/told-events.queries.ts';
import { digitsOf } from '../features/travellers/codes.ts';
import { findCode } from '../features/travellers/travellers.queries.ts';
import { type Hosts, officeOrigin, siteOrigin } from '../http/origins.ts';
import { type Letter, renderText } from './letter.ts';
import { renderHtml } from './letter-html.ts';
import {
  heldLetter,
  invitationLetter,
  mailChangeLetter,
  marginsLetter,
  newsletterLetter,
  passwordLetter,
} from './letters.ts';
import { mailName } from './mail-name.ts';
import type { ClaimedMail } from './mails.queries.ts';
import { qrPicture } from './qr-picture.ts';
import { findAccount, findCompanyName, findName, findSubscription } from './recipients.queries.ts';
import { bureauLetter, travellerLetter } from './reservation-letters.ts';
import { mailChangedLetter, securityLetter } from './security-letter.ts';
import { travellerCodeLetter } from './traveller-letters.ts';

/** A mail as it travels: its bytes, and the two addresses of its envelope. */
export type Message = { name: string; from: string; to: string; raw: Buffer };

export type MailSettings = Hosts & Pick<Config, 'mailFrom' | 'publisher'>;

type Attachment = { filename: string; contentType: string; content: string | Buffer };
type Written = { letter: Letter; headers?: Record<string, string>; attachments?: Attachment[] };
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

/** A held letter is read on a phone: the page shows the rest. */
const HELD_LINES = 10;
const MOST_HELD = 200;

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

  async held({ db, config }, { recipient, params: { company = 0, user = 0 } }) {
    const name = await findNameOfCompany(db, company);
    const person = await findAccount(db, recipient);
    const isAsked = (await listReviewers(db, company)).some(({ id }) => id === user);
    if (!name || person?.id !== user || !isAsked) return null;
    const { rows } = await listHeld(db, company, MOST_HELD);
    const held = rows.filter(({ heldBy }) => !heldBy.includes(user));
    if (held.length === 0) return null;
    const mids = await findMidRates(
      db,
      held.map(({ code }) => code),
    );
    const lines = held
      .slice(0, HELD_LINES)
      .map(({ code, branchName, purchase, sale, byName, bySurname }) => ({
        code: branchName === null ? code : `${code} (${branchName})`,
        purchase: sayAmount(purchase),
        sale: sayAmount(sale),
        rate: formatRate(readDecimal(mids.get(code)?.rate ?? '0')),
        by: byName && `${byName} ${bySurname ?? ''}`.trim(),
      }));
    const url = `${officeOrigin(config)}/#/fixings`;
    return {
      letter: heldLetter({ ...person, company: name }, { lines, more: held.length - lines.length, url }),
    };
  },

  async margins({ db, config }, { recipient, params: { company = 0, user = 0 } }, at) {
    const name = await findNameOfCompany(db, company);
    const person = await findAccount(db, recipient);
    const isAsked = (await listAgents(db, company)).some(({ id }) => id === user);
    if (!name || person?.id !== user || !isAsked) return null;
    const stops = (await listStops(db, company)).filter(
      (stop) => stop.reason !== 'hand' && isActive(stop, at),
    );
    if (stops.length === 0) return null;
    const url = `${officeOrigin(config)}/#/fixings`;
    return { letter: marginsLetter({ ...person, company: name }, { stops, url }) };
  },

  async security({ db, config }, { recipient, params }) {
    const event = await findSecurityEvent(db, params.event ?? 0);
    const person = await findAccount(db, recipient);
    if (!event || person?.id !== event.userId) return null;
    const letter = securityLetter(person, event, officeOrigin(config));
    return letter && { letter };
  },

  async mail_change({ db, config, secret }, { recipient, params }, at) {
    const change = await findMailChange(db, params.change ?? 0);
    if (!change || change.mail !== recipient || mailChangeEnds(change.createdAt) <= at) return null;
    // an address that is a user's already: whoever asked learns nothing
    if (await findHolder(db, recipient)) return null;
    const url = mailChangeAddress(config, secret, change);
    return { letter: mailChangeLetter({ url, ends: mailChangeEnds(change.createdAt) }) };
  },

  async mail_changed({ db, config }, { params, createdAt }) {
    const person = await findName(db, params.user ?? 0);
    return person && { letter: mailChangedLetter(person, createdAt, officeOrigin(config)) };
  },

  async traveller_code({ db, config, secret }, { recipient, params }, at) {
    const code = await findCode(db, params.code ?? 0);
    if (!code || code.email !== recipient || codeEnds(code.createdAt) <= at) return null;
    const digits = digitsOf(secret, code);
    return {
      letter: travellerCodeLetter({ digits, ends: codeEnds(code.createdAt), url: siteOrigin(config) }),
    };
  },

  async reservation({ db, config }, { recipient, params }) {
    const event = await findToldEvent(db, params.event ?? 0);
    const row = event && (await findOfBureau(db, null, event.reservationId));
    // of what has ended, was answered or moved on, another letter tells
    if (
      !event ||
      !row ||
      (isOpen(startOf(event)) && row.ended_at) ||
      (event.kind === 'requested' && row.state !== 'requested' && !event.isAcceptedAtOnce) ||
      (event.kind === 'moved' && event.isMovedOn)
    ) {
      return null;
    }
    const told = { ...event, slip: row.slip, reservation: toReservation(row) };
    if (params.company !== undefined) {
      const isAsked = (await listBureauMails(db, event.companyId)).includes(recipient.toLowerCase());
      return isAsked ? { letter: bureauLetter(told, `${officeOrigin(config)}/#/orders`) } : null;
    }
    if (row.email?.toLowerCase() !== recipient.toLowerCase()) return null;
    const url = `${siteOrigin(config)}/#/reservations/${row.id}`;
    return {
      letter: travellerLetter(row.first_name ?? '', told, url),
      attachments: attachmentsOf(told.reservation, url),
    };
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

/** The entry of an agenda, which later ones change, and the code as a picture that a counter scans. */
function attachmentsOf(reservation: Reservation, url: string): Attachment[] {
  const calendar = {
    filename: 'retrait.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarOf(reservation, url),
  };
  if (reservation.ended_at !== null) return [calendar];
  const content = qrPicture(reservation.code);
  return [calendar, { filename: `code-${reservation.code}.png`, contentType: 'image/png', content }];
}

/** The state that it led to; another hour leads to none, and leaves it open. */
function startOf({ kind }: ToldEvent): ReservationState {
  return kind === 'moved' ? 'requested' : kind;
}

function sayAmount(amount: string | null): string | null {
  return amount === null ? null : formatFixing(decimalNumber(readDecimal(amount)));
}

/** MAIL_FROM: an address, or a name with one. */
function readSender(mailFrom: string): { from: { name: string; address: string }; host: string } {
  const [, name = '', bracketed] = /^([^<]*)<([^>]+)>$/.exec(mailFrom) ?? [];
  const address = bracketed ?? mailFrom;
  return {
    from: { name: name.trim().replace(/^"(.*)"$/, '$1'), address },
    host: address.slice(address.lastIndexOf('@') + 1),
  };
}
