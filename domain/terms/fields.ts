import { fieldNamesOf } from '../validation/fields.ts';
import type { ReservationTerms } from './terms.ts';
import type { TermsForm } from './terms-draft.ts';

/**
 * Fields of a company's terms, with those of the form that fill them in. They are one JSON column, public as the company
 * is; no journal tells of them.
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
