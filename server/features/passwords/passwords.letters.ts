import { formatMoment, greeting, type Letter, toSingleLine } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { findAccount, findCompanyName } from '../accounts/recipients.queries.ts';
import { ensureLink } from './ensure-links.ts';
import { findLink } from './password-links.queries.ts';
import { isWorking, linkAddress, worksUntil } from './password-links.ts';

type Person = { name: string; surname: string };

export const passwordLetters = {
  async invitation({ db, config, secret }, { params }, at) {
    const link = await findLink(db, params.link ?? 0);
    if (!link || link.isSuspended) return 'gone';
    if (!isWorking(link, link.createdAt)) return 'settled';
    if (!isWorking(link, at)) return 'expired';
    const company = await findCompanyName(db, link.userId);
    const url = linkAddress(config, secret, link);
    return { letter: invitationLetter({ ...link.user, company }, { url, ends: worksUntil(link) }) };
  },

  async password({ db, config, secret }, { recipient }, at) {
    const account = await findAccount(db, recipient);
    const link = account && (await ensureLink(db, account.id, at));
    if (!account || !link) return 'gone';
    const url = linkAddress(config, secret, link);
    return { letter: passwordLetter(account, { url, ends: worksUntil(link) }) };
  },
} satisfies LetterWriters<'invitation' | 'password'>;

function invitationLetter(
  person: Person & { company: string | null },
  link: { url: string; ends: Date },
): Letter {
  const office = person.company ? ` au nom du bureau ${toSingleLine(person.company)}` : '';
  return {
    subject: 'Votre accès à l’espace professionnel de Parité',
    preheader: 'Créez votre mot de passe pour ouvrir votre compte.',
    title: 'Votre compte vous attend',
    paragraphs: [
      greeting(person),
      `Un compte vous a été ouvert dans l’espace professionnel de Parité${office}. Il vous reste à choisir votre mot de passe.`,
    ],
    action: { label: 'Créer mon mot de passe', url: link.url },
    after: [
      `Ce lien est valable 7 jours, jusqu’au ${formatMoment(link.ends)} (heure de Paris), et sert une fois.`,
    ],
    reason:
      'Vous recevez ce message parce qu’un administrateur de Parité a ouvert ce compte à votre adresse. Si vous n’attendiez rien de tel, ignorez-le. Sans mot de passe, le compte reste fermé.',
  };
}

function passwordLetter(person: Person, link: { url: string; ends: Date }): Letter {
  return {
    subject: 'Votre mot de passe Parité',
    preheader: 'Choisissez un nouveau mot de passe.',
    title: 'Choisissez un nouveau mot de passe',
    paragraphs: [
      greeting(person),
      'Vous avez demandé à choisir un nouveau mot de passe pour l’espace professionnel de Parité.',
    ],
    action: { label: 'Choisir mon mot de passe', url: link.url },
    after: [
      `Ce lien est valable jusqu’au ${formatMoment(link.ends)} (heure de Paris) et sert une fois. Les sessions ouvertes se fermeront quand le mot de passe aura changé.`,
      'Si vous n’avez rien demandé, ignorez ce message. Votre mot de passe reste le même. Si ces messages se répètent, prévenez votre administrateur.',
    ],
    reason:
      'Vous recevez ce message parce que votre adresse a été saisie sur la page de connexion de Parité.',
  };
}
