import { officeOrigin } from '../../http/origins.ts';
import { greeting, type Letter, oneLine, writeMoment } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { findAccount, findName } from '../accounts/recipients.queries.ts';
import { findToldEvent, type ToldEvent } from './told-events.queries.ts';

type Happened = Omit<ToldEvent, 'userId'>;

type Told = { subject: string; what: string; more?: string[]; ifNot: string };

const NEW_PASSWORD =
  'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : toutes les sessions se fermeront. Prévenez ensuite votre administrateur.';

export const securityLetters = {
  async security({ db, config }, { recipient, params }) {
    const event = await findToldEvent(db, params.event ?? 0);
    const person = await findAccount(db, recipient);
    if (!event || person?.id !== event.userId) return null;
    const letter = securityLetter(person, event, officeOrigin(config));
    return letter && { letter };
  },

  async mail_changed({ db, config }, { params, createdAt }) {
    const person = await findName(db, params.user ?? 0);
    return person && { letter: mailChangedLetter(person, createdAt, officeOrigin(config)) };
  },
} satisfies LetterWriters<'security' | 'mail_changed'>;

/**
 * What happened to an account, for its owner: when, with which browser, and what to do if it was somebody else. The link
 * leads to a page, and opens nothing. Null for what no letter is about.
 */
function securityLetter(
  person: { name: string; surname: string },
  event: Happened,
  office: string,
): Letter | null {
  const told = TELLERS[event.kind]?.(event);
  if (!told) return null;
  const isOwnDoing = event.kind !== 'rights_changed';
  return {
    subject: told.subject,
    preheader: 'Si c’était vous, vous n’avez rien à faire.',
    title: told.subject,
    paragraphs: [greeting(person), told.what, ...(told.more ?? [])],
    action: isOwnDoing
      ? { label: 'Choisir un nouveau mot de passe', url: `${office}/#/password/forgotten` }
      : { label: 'Voir l’activité de mon compte', url: `${office}/#/profil` },
    after: [isOwnDoing ? `Si c’était vous, vous n’avez rien à faire. ${told.ifNot}` : told.ifNot],
    reason:
      'Vous recevez ce message parce qu’il concerne la sécurité de votre compte de l’espace professionnel de Parité.',
  };
}

/** For the address that was an account's until now: no link of it opens anything any more. */
function mailChangedLetter(person: { name: string; surname: string }, at: Date, office: string): Letter {
  const subject = 'L’adresse de votre compte Parité a changé';
  return {
    subject,
    preheader: 'Si c’était vous, vous n’avez rien à faire.',
    title: subject,
    paragraphs: [
      greeting(person),
      `Le ${writeMoment(at)} (heure de Paris), une autre adresse a été confirmée pour votre compte : on s’y connecte avec elle, et celle-ci ne reçoit plus ses messages.`,
    ],
    action: { label: 'Ouvrir l’espace professionnel', url: `${office}/#/login` },
    after: [
      'Si c’était vous, vous n’avez rien à faire. Si ce n’était pas vous, prévenez tout de suite votre administrateur : il fermera les sessions de votre compte.',
    ],
    reason:
      'Vous recevez ce message parce que cette adresse était celle d’un compte de l’espace professionnel de Parité.',
  };
}

const TELLERS: Record<string, (event: Happened) => Told> = {
  password_set: (event) => ({
    subject: 'Votre mot de passe Parité a été choisi',
    what: `Un mot de passe a été choisi pour votre compte ${moment(event)}${by(event)}, par le lien d’un message ou d’un administrateur. Les sessions qui étaient ouvertes sont fermées.`,
    ifNot: NEW_PASSWORD,
  }),
  password_changed: (event) => ({
    subject: 'Votre mot de passe Parité a changé',
    what: `Le mot de passe de votre compte a été changé ${moment(event)}${by(event)}, depuis votre profil. Les autres sessions sont fermées.`,
    ifNot: NEW_PASSWORD,
  }),
  factor_added: (event) => ({
    subject: 'Un second facteur a été ajouté à votre compte Parité',
    what: `${factorOf(event)} a été ajoutée à votre compte ${moment(event)}${by(event)}.`,
    ifNot: `${NEW_PASSWORD} Il fera retirer ce que vous n’avez pas ajouté.`,
  }),
  factor_removed: (event) => ({
    subject: 'Un second facteur a été retiré de votre compte Parité',
    what:
      event.details.factor === 'all'
        ? `La double authentification de votre compte a été retirée tout entière ${moment(event)}${by(event)}. Vos sessions sont fermées.`
        : `${factorOf(event)} a été retirée de votre compte ${moment(event)}${by(event)}. Les autres sessions sont fermées.`,
    ifNot: event.isByOperator
      ? 'Si vous ne l’aviez pas demandé, choisissez tout de suite un nouveau mot de passe et prévenez votre administrateur.'
      : NEW_PASSWORD,
  }),
  mail_change_asked: (event) => ({
    subject: 'Une nouvelle adresse a été demandée pour votre compte Parité',
    what: `Une autre adresse e-mail a été indiquée pour votre compte ${moment(event)}${by(event)}. Elle ne remplacera celle-ci qu’une fois confirmée par le lien qui lui a été envoyé.`,
    ifNot: `${NEW_PASSWORD} Ce lien ne vaudra alors plus rien.`,
  }),
  rights_changed: (event) => ({
    subject: 'Les droits de votre compte Parité ont changé',
    what: `Les droits de votre compte ont été modifiés ${moment(event)} par ${event.isByOperator ? 'l’équipe qui tient le serveur' : 'un administrateur'}.`,
    more: [
      ...listed('Donnés', event.details.given, event.labels),
      ...listed('Retirés', event.details.taken, event.labels),
      ...(event.details.company === true ? ['Le bureau pour lequel vous travaillez a changé.'] : []),
    ],
    ifNot: 'Si ce changement vous surprend, demandez-en la raison à votre administrateur.',
  }),
  new_device: (event) => ({
    subject: 'Une connexion à votre compte Parité depuis un nouvel appareil',
    what: `Votre compte a été ouvert ${moment(event)}${by(event)}, un appareil qu’il ne connaissait pas, ou ne connaissait plus depuis votre dernier changement de mot de passe.`,
    ifNot: NEW_PASSWORD,
  }),
};

function moment({ at }: Happened): string {
  return `le ${writeMoment(at)} (heure de Paris)`;
}

/** With which browser, in the journal's words; of an erased one, or of the command line, there are none. */
function by({ device, isByOperator }: Happened): string {
  if (isByOperator) return ' par l’équipe qui tient le serveur';
  return device ? ` avec ${oneLine(device)}` : ' avec un appareil inconnu';
}

function factorOf({ details }: Happened): string {
  return details.factor === 'totp' ? 'Une application de codes' : 'Une clé d’accès';
}

function listed(title: string, scopes: unknown, labels: Record<string, string>): string[] {
  if (!Array.isArray(scopes) || scopes.length === 0) return [];
  return [`${title} : ${scopes.map((scope) => labels[String(scope)] ?? String(scope)).join(' ; ')}.`];
}
