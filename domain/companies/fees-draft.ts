import * as Type from 'typebox';
import { draftOf } from '../validation/draft.ts';
import { rulesOf } from '../validation/fields.ts';
import { Id } from './company.ts';
import { feesFields, feesSchema } from './fields.ts';

export const FeesDraft = Type.Object(feesSchema);
export type FeesDraft = Type.Static<typeof FeesDraft>;

export const FeesEdit = Type.Object({ id: Id, ...feesSchema });
export type FeesEdit = Type.Static<typeof FeesEdit>;

export const feesDraft = draftOf(FeesDraft, rulesOf<FeesDraft>(feesFields));
