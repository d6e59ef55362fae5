import * as Type from 'typebox';
import { CompanyName, Id } from '../companies/company.ts';
import { invitationSchema, userFields, userSchema } from '../users/fields.ts';
import { draftOf } from '../validation/draft.ts';
import { emptyOf, rulesOf } from '../validation/fields.ts';

const UserDraft = Type.Object(userSchema);
export type UserDraft = Type.Static<typeof UserDraft>;

/** A user who is to be invited: the mail holds the link by which the password is created. */
export const UserInvitation = Type.Object(invitationSchema);
export type UserInvitation = Type.Static<typeof UserInvitation>;

/** A user as an administrator sets it. Its mail is its name at login, and stays. */
export const UserEdit = Type.Object({
  id: Id,
  ...userSchema,
  /** regular activity or interim; left out while the password is still to be created */
  status: Type.Optional(Type.Union([Type.Literal('in_service'), Type.Literal('in_interim')])),
});
export type UserEdit = Type.Static<typeof UserEdit>;

export const invitationDraft = draftOf(UserInvitation, rulesOf<UserInvitation>(userFields));
export const userDraft = draftOf(UserDraft, rulesOf<UserDraft>(userFields));
export const EMPTY_INVITATION = emptyOf<UserInvitation>(userFields);

export const UserId = Type.Object({ id: Id });
export type UserId = Type.Static<typeof UserId>;

/** One user with what an administrator may change, and the link while it awaits a password. */
export const AdministeredUser = Type.Object({
  id: Type.Integer(),
  mail: Type.String(),
  ...userSchema,
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
