import { joinWords } from '../text/join-words.ts';
import type { Notes, Payment } from './reservation.ts';
import type { Reason, UndoReason } from './states.ts';

export const reasonWords: Readonly<Record<Reason, string>> = {
  stock: 'Les billets ne sont pas disponibles',
  rate: 'Le taux ne peut plus être tenu',
  closed: 'L’agence est fermée',
  amount: 'Le montant ne convient pas',
  other: 'Une autre raison',
};

export const undoWords: Readonly<Record<UndoReason, string>> = {
  client: 'Ce n’était pas le bon client',
  returned: 'Le client a rendu ses billets',
  other: 'Une autre raison',
};

/** Wording for the traveller, after the company's name and a colon. Empty: no reason is given. */
export const toldReasons: Readonly<Record<Reason | UndoReason, string>> = {
  stock: 'il n’a plus assez de billets',
  rate: 'ce taux n’est plus possible pour lui',
  closed: 'le guichet sera fermé',
  amount: 'ce montant n’est pas possible à ce guichet',
  client: 'elle avait été notée par erreur',
  returned: 'vous avez rendu vos billets',
  other: '',
};

// predicate of the bureau's name
export function formatStopped({ side, currency }: { side: string; currency: string }): string {
  return `suspend ses ${side === 'sale' ? 'ventes' : 'rachats'} en ${currency} pour le moment`;
}

export const paymentWords: Readonly<Record<Payment, string>> = { cash: 'Espèces', card: 'Carte' };

const notesWords: Readonly<Record<Notes, string>> = {
  '': 'Sans préférence',
  small: 'Petites coupures',
  choice: 'Coupures au choix',
};

export function formatNotes({
  notes,
  denominations,
}: {
  notes: string;
  denominations: readonly number[];
}): string {
  if (denominations.length > 0) return `Coupures de ${formatValues(denominations)}`;
  // unknown values of a newer server appear as they are
  return (notesWords as Readonly<Record<string, string>>)[notes] ?? notes;
}

function formatValues(values: readonly number[]): string {
  return joinWords(values.map((value) => value.toLocaleString('fr-FR')));
}
