import * as Type from 'typebox';
import { AS_TYPED, type Field, fieldNamesOf, TRIMMED, toColumns } from '../validation/fields.ts';
import { line, optional, phone } from '../validation/texts.ts';

/** `keeps_account`: the account outlives its reservations. */
export const travellerSchema = {
  first_name: Type.String({ maxLength: 60 }),
  phone: Type.String({ maxLength: 30 }),
  keeps_account: Type.Boolean(),
};
type Draft = Type.Static<Type.TObject<typeof travellerSchema>>;

/** No journal contains changes of travellers, because their row is deleted when they are erased. */
type TravellerField<F extends keyof Draft> = Omit<Field<Draft, F, Draft>, 'journal'>;

export const travellerFields = {
  first_name: {
    ...TRIMMED,
    rule: line('Prénom'),
    empty: '',
    frenchName: 'Prénom',
    privacy: 'person',
  },
  phone: {
    ...TRIMMED,
    rule: line('Téléphone', optional(phone)),
    empty: '',
    frenchName: 'Téléphone',
    privacy: 'person',
  },
  keeps_account: {
    ...AS_TYPED,
    rule: null,
    empty: false,
    frenchName: 'Garder mon compte',
    privacy: 'person',
  },
} satisfies { readonly [F in keyof Draft]: TravellerField<F> };

export const travellerFieldNames = fieldNamesOf(travellerFields);

export function toTravellerRow(draft: Draft): Draft {
  return toColumns<Draft, Draft>(travellerFields, draft);
}
