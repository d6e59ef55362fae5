import { officeOrigin } from '../../http/origins.ts';
import { formatMoment, greeting, type Letter, toSingleLine } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { findAccount, findName } from '../accounts/recipients.queries.ts';
import { findRestoreAddress } from '../factors/restore-address.ts';
import { type NotifiedEvent, selectNotifiedEvent } from './notified-events.queries.ts';

/** `restoreUrl`: of a removed second factor that can be put back. */
type AccountEvent = Omit<NotifiedEvent, 'userId'> & { restoreUrl: string | null };

type LetterTexts = {
  subject: string;
  sentence: string;
  items?: string[];
  action?: { label: string; url: string };
  ifNot: string;
};

const NEW_PASSWORD =
  'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe. Toutes les sessions se fermeront. Prévenez ensuite votre administrateur.';

const RESTORE_FACTOR =
  'Si ce n’était pas vous, remettez-le par ce lien, valable 72 heures. Toutes les sessions se fermeront, les ajouts faits depuis seront retirés, et vous choisirez un nouveau mot de passe. Prévenez ensuite votre administrateur.';

export const securityLetters = {
  async security({ db, config, secret }, { recipient, params }) {
    const event = await selectNotifiedEvent(db, params.event ?? 0);
    const person = await findAccount(db, recipient);
    if (!event || person?.id !== event.userId) return 'gone';
    const isRemoval = event.kind === 'factor_removed';
    const restoreUrl = isRemoval ? await findRestoreAddress({ db, config, secret }, event) : null;
    const letter = securityLetter(person, { ...event, restoreUrl }, officeOrigin(config));
    return letter ? { letter } : 'settled';
  },

  async mail_changed({ db, config }, { params, createdAt }) {
    const person = await findName(db, params.user ?? 0);
    if (!person) return 'gone';
    return { letter: mailChangedLetter(person, createdAt, officeOrigin(config)) };
  },
} satisfies LetterWriters<'security' | 'mail_changed'>;

/**
 * Letter to the owner about an event, with advice against strangers. The link opens nothing by itself;
 * null: no letter for this event.
 */
function securityLetter(
  person: { name: string; surname: string },
  event: AccountEvent,
  office: string,
): Letter | null {
  const texts = LETTERS[event.kind]?.(event);
  if (!texts) return null;
  const isOwnDoing = event.kind !== 'rights_changed';
  const usual = isOwnDoing
    ? { label: 'Choisir un nouveau mot de passe', url: `${office}/#/password/forgotten` }
    : { label: 'Voir l’activité de mon compte', url: `${office}/#/profil` };
  return {
    subject: texts.subject,
    preheader: 'Si c’était vous, vous n’avez rien à faire.',
    title: texts.subject,
    paragraphs: [
      greeting(person),
      texts.sentence,
      isOwnDoing ? `Si c’était vous, vous n’avez rien à faire. ${texts.ifNot}` : texts.ifNot,
    ],
    ...(texts.items && { items: texts.items }),
    action: texts.action ?? usual,
    after: [],
    reason:
      'Vous recevez ce message parce qu’il concerne la sécurité de votre compte de l’espace professionnel de Parité.',
  };
}

function mailChangedLetter(person: { name: string; surname: string }, at: Date, office: string): Letter {
  const subject = 'L’adresse de votre compte Parité a changé';
  return {
    subject,
    preheader: 'Si c’était vous, vous n’avez rien à faire.',
    title: subject,
    paragraphs: [
      greeting(person),
      `Le ${formatMoment(at)} (heure de Paris), une autre adresse a été confirmée pour votre compte. Le compte s’ouvre avec la nouvelle adresse, et ses messages n’arrivent plus ici.`,
      'Si c’était vous, vous n’avez rien à faire. Si ce n’était pas vous, prévenez tout de suite votre administrateur. Il fermera les sessions de votre compte.',
    ],
    action: { label: 'Ouvrir l’espace professionnel', url: `${office}/#/login` },
    after: [],
    reason:
      'Vous recevez ce message parce que cette adresse était celle d’un compte de l’espace professionnel de Parité.',
  };
}

function ifNotRemoved({ restoreUrl, details }: AccountEvent): string {
  if (restoreUrl) return RESTORE_FACTOR;
  if (details.factor !== 'all') return NEW_PASSWORD;
  return 'Si vous ne l’aviez pas demandé, choisissez tout de suite un nouveau mot de passe et prévenez votre administrateur.';
}

const LETTERS: Record<string, (event: AccountEvent) => LetterTexts> = {
  password_set: (event) => ({
    subject: 'Votre mot de passe Parité a été choisi',
    sentence: `Un mot de passe a été choisi pour votre compte ${formatEventMoment(event)}${formatDevice(event)}, par le lien d’un message ou d’un administrateur. Les sessions qui étaient ouvertes sont fermées.`,
    ifNot: NEW_PASSWORD,
  }),
  password_changed: (event) => ({
    subject: 'Votre mot de passe Parité a changé',
    sentence: `Le mot de passe de votre compte a été changé ${formatEventMoment(event)}${formatDevice(event)}, depuis votre profil. Les autres sessions sont fermées.`,
    ifNot: NEW_PASSWORD,
  }),
  factor_added: (event) => ({
    subject: 'Un second facteur a été ajouté à votre compte Parité',
    sentence: `${nameFactor(event)} a été ajoutée à votre compte ${formatEventMoment(event)}${formatDevice(event)}.`,
    ifNot: `${NEW_PASSWORD} Il fera retirer ce que vous n’avez pas ajouté.`,
  }),
  factor_removed: (event) => ({
    subject: 'Un second facteur a été retiré de votre compte Parité',
    sentence:
      event.details.factor === 'all'
        ? `La double authentification de votre compte a été retirée tout entière ${formatEventMoment(event)} par ${formatOther(event)}. Vos sessions sont fermées, et votre mot de passe suffit de nouveau pour entrer.`
        : `${nameFactor(event)} a été retirée de votre compte ${formatEventMoment(event)}${formatDevice(event)}. Les autres sessions sont fermées.`,
    ...(event.restoreUrl && { action: { label: 'Remettre ce second facteur', url: event.restoreUrl } }),
    ifNot: ifNotRemoved(event),
  }),
  mail_change_asked: (event) => ({
    subject: 'Une nouvelle adresse a été demandée pour votre compte Parité',
    sentence: `Une autre adresse e-mail a été indiquée pour votre compte ${formatEventMoment(event)}${formatDevice(event)}. La nouvelle adresse remplacera la vôtre une fois confirmée, par le lien qui lui a été envoyé.`,
    ifNot: `${NEW_PASSWORD} Le lien envoyé sera alors annulé.`,
  }),
  rights_changed: (event) => ({
    subject: 'Les droits de votre compte Parité ont changé',
    sentence: `Les droits de votre compte ont été modifiés ${formatEventMoment(event)} par ${formatOther(event)}.`,
    items: [
      ...formatScopes('Donnés', event.details.given, event.labels),
      ...formatScopes('Retirés', event.details.taken, event.labels),
      ...(event.details.company === true ? ['Le bureau pour lequel vous travaillez a changé.'] : []),
    ],
    ifNot: 'Si ce changement vous surprend, demandez-en la raison à votre administrateur.',
  }),
  new_device: (event) => ({
    subject: 'Une connexion à votre compte Parité depuis un nouvel appareil',
    sentence: `Votre compte a été ouvert ${formatEventMoment(event)}${formatDevice(event)}, un appareil nouveau, ou oublié depuis votre dernier changement de mot de passe.`,
    ifNot: NEW_PASSWORD,
  }),
};

function formatEventMoment({ at }: AccountEvent): string {
  return `le ${formatMoment(at)} (heure de Paris)`;
}

function formatDevice({ device, isByOperator }: AccountEvent): string {
  if (isByOperator) return ' par l’équipe qui tient le serveur';
  return device ? ` avec ${toSingleLine(device)}` : ' avec un appareil inconnu';
}

function formatOther({ isByOperator }: AccountEvent): string {
  return isByOperator ? 'l’équipe qui tient le serveur' : 'un administrateur';
}

function nameFactor({ details }: AccountEvent): string {
  return details.factor === 'totp' ? 'Une application de codes' : 'Une clé d’accès';
}

function formatScopes(title: string, scopes: unknown, labels: Record<string, string>): string[] {
  if (!Array.isArray(scopes) || scopes.length === 0) return [];
  return [`${title} : ${scopes.map((scope) => labels[String(scope)] ?? String(scope)).join(', ')}`];
}
