import * as Type from 'typebox';
import { MAX_EMAIL, normalizeEmail } from '../audience/email.ts';
import { Id } from '../companies/company.ts';
import { AS_TYPED, type Field, fieldNamesOf, pick, TRIMMED, toColumns } from '../validation/fields.ts';
import { email, line, named, optional, phone } from '../validation/texts.ts';

export const userSchema = {
  name: Type.String({ maxLength: 100 }),
  surname: Type.String({ maxLength: 100 }),
  phone: Type.String({ maxLength: 30 }),
  /** null: works for no company */
  company_id: Type.Union([Id, Type.Null()]),
  scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
};
export const invitationSchema = { mail: Type.String({ maxLength: MAX_EMAIL }), ...userSchema };
type Draft = Type.Static<Type.TObject<typeof userSchema>>;
type Invitation = Type.Static<Type.TObject<typeof invitationSchema>>;

type UserField<F extends keyof Invitation> = Field<Invitation, F, Invitation> & {
  readonly isOwn: boolean;
};

export const userFields = {
  mail: {
    toRow: normalizeEmail,
    fromRow: (stored) => stored,
    rule: email('Adresse e-mail'),
    empty: '',
    frenchName: 'E-mail',
    journal: { label: 'E-mail', words: null },
    privacy: 'person',
    isOwn: false,
  },
  name: {
    ...TRIMMED,
    rule: line('Prénom', named('Donnez un prénom à l’utilisateur.')),
    empty: '',
    frenchName: 'Prénom',
    journal: { label: 'Prénom', words: null },
    privacy: 'person',
    isOwn: true,
  },
  surname: {
    ...TRIMMED,
    rule: line('Nom'),
    empty: '',
    frenchName: 'Nom',
    journal: { label: 'Nom', words: null },
    privacy: 'person',
    isOwn: true,
  },
  phone: {
    ...TRIMMED,
    rule: line('Téléphone', optional(phone)),
    empty: '',
    frenchName: 'Téléphone',
    journal: { label: 'Téléphone', words: null },
    privacy: 'person',
    isOwn: true,
  },
  company_id: {
    ...AS_TYPED,
    rule: null,
    empty: null,
    frenchName: 'Bureau',
    journal: { label: 'Bureau', words: null },
    privacy: 'reference',
    isOwn: false,
  },
  scopes: {
    ...AS_TYPED,
    rule: null,
    empty: [],
    frenchName: 'Droits',
    journal: { label: 'Droits', words: (scopes) => scopes.join(' ; ') },
    privacy: 'person',
    isOwn: false,
  },
} satisfies { readonly [F in keyof Invitation]: UserField<F> };

type Table = typeof userFields;
type FieldsWith<P extends 'isOwn' | 'privacy', T> = {
  [F in keyof Table]: Table[F][P] extends T ? F : never;
}[keyof Table];
export type OwnUserField = FieldsWith<'isOwn', true>;
/** Columns of `users` with personal data. Scopes have a table of their own. */
export type PersonalUserColumn = Exclude<FieldsWith<'privacy', 'person'>, 'scopes'>;

export const userFieldNames = fieldNamesOf(userFields);
export const ownUserFields = userFieldNames.filter((name): name is OwnUserField => userFields[name].isOwn);
export const userColumns = userFieldNames.filter((name) => name !== 'mail' && name !== 'scopes');

export function toUserRow(draft: Draft) {
  return pick(toColumns<Invitation, Invitation>(userFields, { mail: '', ...draft }), userColumns);
}
export type UserRow = ReturnType<typeof toUserRow>;

export function toOwnRow(draft: Pick<Draft, OwnUserField>): Pick<Draft, OwnUserField> {
  return pick(toUserRow({ company_id: null, scopes: [], ...draft }), ownUserFields);
}
