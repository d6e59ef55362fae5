import { confirmationEnds } from '#domain/audience/retention.ts';
import { siteOrigin } from '../../http/origins.ts';
import { formatMoment, type Letter } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { newsletterToken } from './newsletter-tokens.ts';
import { selectSubscription } from './subscriptions.queries.ts';

export const audienceLetters = {
  async newsletter({ db, config, secret }, { params }, at) {
    const subscription = await selectSubscription(db, params.subscription ?? 0);
    if (!subscription) return 'gone';
    if (subscription.confirmedAt) return 'settled';
    if (confirmationEnds(subscription.at) <= at) return 'expired';
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
} satisfies LetterWriters<'newsletter'>;

function newsletterLetter(
  subscribedAt: Date,
  { confirmUrl, unsubscribeUrl }: { confirmUrl: string; unsubscribeUrl: string },
): Letter {
  return {
    subject: 'Confirmez votre inscription à la lettre de Parité',
    preheader: 'Un bouton suffit à confirmer votre inscription.',
    title: 'Encore un geste pour vous inscrire',
    paragraphs: [
      'Bonjour,',
      'Votre adresse a été inscrite à la lettre d’information de Parité. Nous ne vous écrirons que si vous confirmez cette inscription.',
    ],
    action: { label: 'Confirmer mon inscription', url: confirmUrl },
    after: [
      `Une inscription se confirme dans les 30 jours. Le lien est valable jusqu’au ${formatMoment(confirmationEnds(subscribedAt))} (heure de Paris).`,
      'Si vous n’avez rien demandé, ignorez ce message. L’adresse sera effacée à cette date, ou tout de suite par le lien au bas de ce message.',
    ],
    reason: 'Vous recevez ce message parce que cette adresse a été saisie sur le site de Parité.',
    optOut: { label: 'Me désinscrire et effacer mon adresse', url: unsubscribeUrl },
  };
}
