import * as Type from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { CompanyName, Id } from '../companies/company.ts';
import { draftOf } from '../validation/draft.ts';
import { email, line, named, optional, phone } from '../validation/texts.ts';

const userFields = {
  name: Type.String({ maxLength: 100 }),
  surname: Type.String({ maxLength: 100 }),
  phone: Type.String({ maxLength: 30 }),
  /** null: works for no bureau */
  company_id: Type.Union([Id, Type.Null()]),
  scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
};

const UserDraft = Type.Object(userFields);
export type UserDraft = Type.Static<typeof UserDraft>;

/** A user who is to be invited: the mail holds the link by which the password is created. */
export const UserInvitation = Type.Object({
  mail: Type.String({ maxLength: MAX_EMAIL }),
  ...userFields,
});
export type UserInvitation = Type.Static<typeof UserInvitation>;

/** A user as an administrator sets it. Its mail is its name at login, and stays. */
export const UserEdit = Type.Object({
  id: Id,
  ...userFields,
  /** regular activity or interim; left out while the password is still to be created */
  status: Type.Optional(Type.Union([Type.Literal('in_service'), Type.Literal('in_interim')])),
});
export type UserEdit = Type.Static<typeof UserEdit>;

const rules = {
  name: line('Prénom', named('Donnez un prénom à l’utilisateur.')),
  surname: line('Nom'),
  phone: line('Téléphone', optional(phone)),
};
export const invitationDraft = draftOf(UserInvitation, { mail: email('Adresse e-mail'), ...rules });
export const userDraft = draftOf(UserDraft, rules);

/** What a draft in which nothing is wrong says of a user, as it is stored. */
export function storedUser({ name, surname, phone, company_id }: UserDraft) {
  return { name: name.trim(), surname: surname.trim(), phone: phone.trim(), company_id };
}

export const UserId = Type.Object({ id: Id });
export type UserId = Type.Static<typeof UserId>;

/** One user with what an administrator may change, and the link while it awaits a password. */
export const AdministeredUser = Type.Object({
  id: Type.Integer(),
  mail: Type.String(),
  ...userFields,
  /** the bureau of company_id, by its name */
  company: Type.Union([CompanyName, Type.Null()]),
  role: Type.String(),
  status: Type.Union([
    Type.Literal('awaiting_password'),
    Type.Literal('in_service'),
    Type.Literal('in_interim'),
  ]),
  is_suspended: Type.Boolean(),
  /** a passkey or an application of codes stands beside the password */
  has_factor: Type.Boolean(),
  password_link: Type.Union([Type.String(), Type.Null()]),
  /** there is one, shown once the caller has proved again who it is */
  is_link_hidden: Type.Boolean(),
});
export type AdministeredUser = Type.Static<typeof AdministeredUser>;
