import { normalizeEmail } from '#domain/audience/email.ts';
import { COUNTER_ZONE, formatClock } from '#domain/reservations/format-moment.ts';
import { codeExpiresAt } from '#domain/travellers/traveller.ts';
import { siteOrigin } from '../../http/origins.ts';
import type { Letter } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { digitsOf } from './codes.ts';
import { findCode } from './travellers.queries.ts';

export const travellerLetters = {
  async traveller_code({ db, secret }, { recipient, params }, at) {
    const code = await findCode(db, params.code ?? 0);
    if (!code || normalizeEmail(code.email) !== normalizeEmail(recipient)) return 'gone';
    if (codeExpiresAt(code.createdAt) <= at) return 'expired';
    const digits = digitsOf(secret, code);
    return {
      letter: travellerCodeLetter({ digits, ends: codeExpiresAt(code.createdAt) }),
    };
  },
  async traveller_merged({ config }) {
    return { letter: mergedLetter(siteOrigin(config)) };
  },
} satisfies LetterWriters<'traveller_code' | 'traveller_merged'>;

function mergedLetter(url: string): Letter {
  return {
    subject: 'Vos deux comptes Parité n’en font plus qu’un',
    preheader: 'Vos réservations sont réunies.',
    title: 'Un seul compte',
    paragraphs: [
      'Bonjour,',
      'Vous aviez deux comptes de voyageur, sous deux écritures de la même adresse. Nous les avons réunis. Toutes vos réservations et vos choix sont dans le dernier compte que vous avez utilisé.',
      'Vous n’avez rien à faire. Connectez-vous avec votre adresse, comme d’habitude.',
    ],
    action: { label: 'Ouvrir Parité', url },
    after: [],
    reason: 'Vous recevez ce message parce que vous aviez deux comptes de voyageur sur Parité.',
  };
}

/** Names nobody, because it may reach a stranger. */
function travellerCodeLetter(code: { digits: string; ends: Date }): Letter {
  return {
    subject: `${code.digits} est votre code Parité`,
    preheader: 'Valable 10 minutes, une seule fois.',
    title: 'Votre code',
    paragraphs: ['Bonjour,', 'Saisissez ce code sur la page de Parité où vous l’avez demandé :'],
    digits: `${code.digits.slice(0, 3)} ${code.digits.slice(3)}`,
    action: null,
    after: [
      `Il sert une fois, jusqu’à ${formatClock(code.ends.getTime(), COUNTER_ZONE)} (heure de Paris). Ne le donnez à personne, nous ne vous le demanderons jamais.`,
      'Si vous n’avez rien demandé, ignorez ce message.',
    ],
    reason: 'Vous recevez ce message parce que cette adresse a été saisie sur le site de Parité.',
  };
}
