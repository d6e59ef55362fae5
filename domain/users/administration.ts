import * as Type from 'typebox';
import { CompanyName, Id } from '../companies/company.ts';
import { invitationSchema, userFields, userSchema } from '../users/fields.ts';
import { draftOf } from '../validation/draft.ts';
import { emptyOf, rulesOf } from '../validation/fields.ts';

const UserDraft = Type.Object(userSchema);
export type UserDraft = Type.Static<typeof UserDraft>;

export const UserInvitation = Type.Object(invitationSchema);
export type UserInvitation = Type.Static<typeof UserInvitation>;

/** The mail is the name at login, and cannot change. */
export const UserEdit = Type.Object({
  id: Id,
  ...userSchema,
  /** Left out while the user awaits a password. */
  status: Type.Optional(Type.Union([Type.Literal('in_service'), Type.Literal('in_interim')])),
});
export type UserEdit = Type.Static<typeof UserEdit>;

export const invitationDraft = draftOf(UserInvitation, rulesOf<UserInvitation>(userFields));
export const userDraft = draftOf(UserDraft, rulesOf<UserDraft>(userFields));
export const EMPTY_INVITATION = emptyOf<UserInvitation>(userFields);

export const UserId = Type.Object({ id: Id });
export type UserId = Type.Static<typeof UserId>;

export const AdministeredUser = Type.Object({
  id: Type.Integer(),
  mail: Type.String(),
  ...userSchema,
  company: Type.Union([CompanyName, Type.Null()]),
  role: Type.String(),
  status: Type.Union([
    Type.Literal('awaiting_password'),
    Type.Literal('in_service'),
    Type.Literal('in_interim'),
  ]),
  is_suspended: Type.Boolean(),
  has_factor: Type.Boolean(),
  password_link: Type.Union([Type.String(), Type.Null()]),
  /** Link withheld until the caller verifies its identity again. */
  is_link_hidden: Type.Boolean(),
});
export type AdministeredUser = Type.Static<typeof AdministeredUser>;
