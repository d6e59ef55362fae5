import type { Static } from 'typebox';
import type { TravellerEdit } from '../travellers/traveller.ts';

type Edit = Static<typeof TravellerEdit>;

export function aTravellerEdit(fields: Partial<Edit> = {}): Edit {
  return { first_name: 'Zoé', phone: '', keeps_account: false, ...fields };
}
