import { confirmationEnds } from '#domain/audience/retention.ts';
import type { StopReason } from '#domain/margins/margin-calls.ts';
import { type Letter, oneLine, writeMoment } from './letter.ts';

type Person = { name: string; surname: string };

/** Opens an account: its link creates the password. */
export function invitationLetter(
  person: Person & { company: string | null },
  link: { url: string; ends: Date },
): Letter {
  const office = person.company ? ` au nom du bureau ${oneLine(person.company)}` : '';
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
      `Ce lien est valable 7 jours, jusqu’au ${writeMoment(link.ends)} (heure de Paris), et sert une fois.`,
    ],
    reason:
      'Vous recevez ce message parce qu’un administrateur de Parité a ouvert ce compte à votre adresse. Si vous n’attendiez rien de tel, ignorez-le : sans mot de passe, le compte reste fermé.',
  };
}

/** A forgotten password, or one that was never created. */
export function passwordLetter(person: Person, link: { url: string; ends: Date }): Letter {
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
      `Ce lien est valable jusqu’au ${writeMoment(link.ends)} (heure de Paris) et sert une fois. Les sessions ouvertes se fermeront quand le mot de passe aura changé.`,
      'Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même, et personne d’autre n’a reçu ce lien. Si ces messages se répètent, prévenez votre administrateur.',
    ],
    reason:
      'Vous recevez ce message parce que votre adresse a été saisie sur la page de connexion de Parité.',
  };
}

/**
 * Confirms the address that an account is to have. It names nobody and says no word that its sender chose: it may go to
 * a stranger.
 */
export function mailChangeLetter(link: { url: string; ends: Date }): Letter {
  return {
    subject: 'Confirmez votre nouvelle adresse Parité',
    preheader: 'Un bouton, et votre compte a cette adresse.',
    title: 'Confirmez votre nouvelle adresse',
    paragraphs: [
      'Bonjour,',
      'Cette adresse a été indiquée dans le profil d’un compte de l’espace professionnel de Parité. Une fois confirmée, elle sera son nom d’utilisateur, et recevra ses messages.',
    ],
    action: { label: 'Confirmer cette adresse', url: link.url },
    after: [
      `Ouvrez ce lien dans un navigateur où votre compte est ouvert ; sinon, connectez-vous d’abord avec votre adresse actuelle. Il est valable 24 heures, jusqu’au ${writeMoment(link.ends)} (heure de Paris), et sert une fois.`,
      'Si vous n’avez rien demandé, ignorez ce message : sans vous, rien ne change.',
    ],
    reason:
      'Vous recevez ce message parce que cette adresse a été saisie dans l’espace professionnel de Parité.',
  };
}

const STOPPED: Record<StopReason, string> = {
  hand: 'il est fixé à la main',
  jump: 'le taux intermédiaire a bougé de plus que ce que l’on attend d’un jour à l’autre',
  impossible: 'la règle n’y donne pas de taux que l’on puisse fixer',
  held: 'le taux qu’elle donne s’écarte trop du taux intermédiaire',
};

/** Which currencies of a bureau follow its rules no more, and why. */
export function marginsLetter(
  person: Person & { company: string },
  { stops, url }: { stops: readonly { code: string; reason: StopReason }[]; url: string },
): Letter {
  const isOne = stops.length === 1;
  return {
    subject: isOne
      ? `${stops[0]?.code} ne suit plus sa marge`
      : `${stops.length} devises ne suivent plus leur marge`,
    preheader: 'Le dernier taux reste affiché : vérifiez-le, puis relancez la règle.',
    title: isOne ? 'Une règle de marge est en pause' : 'Des règles de marge sont en pause',
    paragraphs: [
      greeting(person),
      `Pour le bureau ${oneLine(person.company)}, le dernier taux reste en place et n’est plus recalculé\u00a0:`,
      ...stops.map(({ code, reason }) => `${code}\u00a0: ${STOPPED[reason]}.`),
    ],
    action: { label: 'Vérifier et relancer', url },
    after: ['Tant que la règle est en pause, c’est à vous de fixer ou de confirmer ces taux.'],
    reason:
      'Vous recevez ce message parce que votre compte de l’espace professionnel de Parité fixe les taux de ce bureau.',
  };
}

type HeldLine = {
  code: string;
  purchase: string | null;
  sale: string | null;
  rate: string;
  by: string | null;
};

/** What a bureau's rates wait for: `lines` of them, and how many more. */
export function heldLetter(
  person: Person & { company: string },
  { lines, more, url }: { lines: readonly HeldLine[]; more: number; url: string },
): Letter {
  const company = oneLine(person.company);
  const count = lines.length + more;
  return {
    subject: `${count === 1 ? 'Un taux attend' : `${count} taux attendent`} votre décision`,
    preheader: 'Ils ne sont pas montrés aux voyageurs tant qu’une seconde personne ne les a pas acceptés.',
    title: count === 1 ? 'Un taux est retenu' : `${count} taux sont retenus`,
    paragraphs: [
      greeting(person),
      `Ce que le bureau ${company} vient de fixer s’écarte beaucoup du taux intermédiaire. Les voyageurs ne le voient pas tant qu’une autre personne que celle qui l’a fixé ne l’a pas accepté.`,
      ...lines.map(sayHeld),
      ...(more > 0 ? [`Et ${more} de plus.`] : []),
    ],
    action: { label: 'Accepter ou refuser', url },
    after: ['Un refus rétablit les montants d’avant. Sans décision, rien n’est montré pour ces devises.'],
    reason:
      'Vous recevez ce message parce que votre compte de l’espace professionnel de Parité peut en décider.',
  };
}

function sayHeld({ code, purchase, sale, rate, by }: HeldLine): string {
  const sides = [
    purchase === null ? [] : `achat ${purchase}`,
    sale === null ? [] : `vente ${sale}`,
    by === null ? [] : `fixé par ${oneLine(by)}`,
  ].flat();
  return `${code} : ${sides.join(', ')} (taux intermédiaire ${rate}).`;
}

/** Asks whether the address really wants the newsletter. */
export function newsletterLetter(
  subscribedAt: Date,
  { confirmUrl, unsubscribeUrl }: { confirmUrl: string; unsubscribeUrl: string },
): Letter {
  return {
    subject: 'Confirmez votre inscription à la lettre de Parité',
    preheader: 'Un bouton, et votre inscription est faite.',
    title: 'Encore un geste pour vous inscrire',
    paragraphs: [
      'Bonjour,',
      'Votre adresse a été inscrite à la lettre d’information de Parité. Nous ne vous écrirons que si vous confirmez cette inscription.',
    ],
    action: { label: 'Confirmer mon inscription', url: confirmUrl },
    after: [
      `Ce lien ouvre une page où un bouton confirme l’inscription. Une inscription se confirme dans les 30 jours : le lien est valable jusqu’au ${writeMoment(confirmationEnds(subscribedAt))} (heure de Paris).`,
      'Si vous n’avez rien demandé, ne faites rien : l’adresse sera effacée à cette date. Le lien en bas de ce message permet de l’effacer tout de suite.',
    ],
    reason: 'Vous recevez ce message parce que cette adresse a été saisie sur le site de Parité.',
    way: { label: 'Me désinscrire et effacer mon adresse', url: unsubscribeUrl },
  };
}

export function greeting({ name, surname }: Person): string {
  return `Bonjour ${oneLine(`${name} ${surname}`)},`;
}
