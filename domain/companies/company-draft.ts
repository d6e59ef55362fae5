import * as Type from 'typebox';
import { draftOf } from '../validation/draft.ts';
import { emptyOf, rulesOf } from '../validation/fields.ts';
import { Id } from './company.ts';
import { companyFields, companySchema } from './fields.ts';

/** `authorisation` left out: unchanged. */
export const CompanyDraft = Type.Object(companySchema);
export type CompanyDraft = Type.Static<typeof CompanyDraft>;

export const CompanyEdit = Type.Object({ id: Id, ...companySchema });
export type CompanyEdit = Type.Static<typeof CompanyEdit>;

export const companyDraft = draftOf(CompanyDraft, rulesOf<CompanyDraft>(companyFields));
export const EMPTY_COMPANY = emptyOf<CompanyDraft>(companyFields);
