import { mailChangeExpiresAt } from '#domain/profile/mail-change.ts';
import { formatMoment, type Letter } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { findMailChange } from './mail-changes.queries.ts';
import { mailChangeAddress } from './mail-changes.ts';

export const mailChangeLetters = {
  async mail_change({ db, config, secret }, { recipient, params }, at) {
    const change = await findMailChange(db, params.change ?? 0);
    if (!change || change.mail !== recipient) return 'settled';
    if (mailChangeExpiresAt(change.createdAt) <= at) return 'expired';
    // an address in use gets no letter, and its requester learns nothing
    if (await findAccount(db, recipient)) return 'gone';
    const url = mailChangeAddress(config, secret, change);
    return { letter: mailChangeLetter({ url, ends: mailChangeExpiresAt(change.createdAt) }) };
  },
} satisfies LetterWriters<'mail_change'>;

/** Names nobody and holds no text of its requester, because it may reach a stranger. */
function mailChangeLetter(link: { url: string; ends: Date }): Letter {
  return {
    subject: 'Confirmez votre nouvelle adresse Parité',
    preheader: 'Un bouton suffit, dans les 24 heures.',
    title: 'Confirmez votre nouvelle adresse',
    paragraphs: [
      'Bonjour,',
      'Cette adresse a été indiquée dans le profil d’un compte de l’espace professionnel de Parité. Une fois confirmée, elle servira à se connecter et recevra les messages du compte.',
    ],
    action: { label: 'Confirmer cette adresse', url: link.url },
    after: [
      `Ouvrez ce lien là où vous êtes connecté, ou connectez-vous d’abord avec votre adresse actuelle. Le lien est valable 24 heures, jusqu’au ${formatMoment(link.ends)} (heure de Paris), et sert une fois.`,
      'Si vous n’avez rien demandé, ignorez ce message. Le compte gardera son adresse actuelle.',
    ],
    reason:
      'Vous recevez ce message parce que cette adresse a été saisie dans l’espace professionnel de Parité.',
  };
}
