import type { Notes, Payment } from './reservation.ts';
import type { Reason } from './states.ts';

/** Why a bureau declines or cancels, in French. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  stock: 'Les billets ne sont pas disponibles',
  rate: 'Le taux ne peut plus être tenu',
  closed: 'L’agence est fermée',
  amount: 'Le montant ne convient pas',
  other: 'Une autre raison',
};

export const paymentWords: Readonly<Record<Payment, string>> = { cash: 'Espèces', card: 'Carte' };

export const notesWords: Readonly<Record<Notes, string>> = {
  '': 'Sans préférence',
  small: 'Petites coupures',
  choice: 'Coupures au choix',
};
