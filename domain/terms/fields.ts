import { fieldNamesOf } from '../validation/fields.ts';
import { type PickupMode, pickupModes, type ReservationTerms } from './terms.ts';
import type { TermsForm } from './terms-draft.ts';

/**
 * Fields of a company's terms, with those of the form that fill them in. They are one JSON column, public as the company
 * is; the journal has their changes by field of the form.
 */
export const termFields = {
  modes: [
    ...(['counter_offered', 'counter_delay', 'counter_minimum', 'counter_fee'] as const),
    ...(['airport_offered', 'airport_delay', 'airport_minimum', 'airport_fee'] as const),
    ...(['hotel_offered', 'hotel_delay', 'hotel_minimum', 'hotel_fee'] as const),
  ],
  minimum: ['minimum'],
  maximum: ['maximum'],
  hold_hours: ['hold_hours'],
  answer_minutes: ['answer_minutes'],
  accepts_up_to: ['accepts_up_to'],
  notes: ['small', 'choice'],
  denominations: ['denominations'],
  largest_share: ['largest_share'],
  takes_better_rate: ['takes_better_rate'],
  buy_back: ['buys_back', 'share', 'days', 'percent_off'],
} satisfies Record<keyof ReservationTerms, readonly (keyof TermsForm)[]>;

export const termFieldNames = fieldNamesOf(termFields);

// French names of the form's fields. Those of a mode stand under its name.
export const modeLabels = {
  offered: 'Proposer ce retrait',
  delay: 'Délai de préparation (min)',
  minimum: 'À partir de (€)',
  fee: 'Frais (€)',
} as const;
export const termLabels = {
  minimum: 'Minimum (€)',
  maximum: 'Maximum (€)',
  hold_hours: 'Taux garanti (h)',
  answer_minutes: 'Délai de réponse (min d’ouverture)',
  accepts_up_to: 'Acceptation automatique jusqu’à (€)',
  largest_share: 'Plafond par voyageur (% du stock du jour)',
  small: 'Petites coupures sur demande',
  choice: 'Billets au choix du voyageur',
  denominations: 'Vos billets',
  takes_better_rate: 'Le meilleur des deux taux',
  buys_back: 'Reprendre les billets qui restent au retour',
  share: 'Part reprise (%)',
  days: 'Délai de reprise (jours)',
  percent_off: 'Retenue sur le prix payé (%)',
} as const;

type ModeLabel = keyof typeof modeLabels;

// Name of a form's field that stands alone, as in the journal.
export function formatTermLabel(field: keyof TermsForm): string {
  const [mode = '', part = ''] = field.split(/_(?=offered|delay|minimum|fee)/);
  if (!Object.hasOwn(pickupModes, mode)) return termLabels[field as keyof typeof termLabels];
  // a field of a mode is its name and a part
  return `${pickupModes[mode as PickupMode]}, ${modeLabels[part as ModeLabel].toLowerCase()}`;
}
