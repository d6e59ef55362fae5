import { type Static, Type } from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { Id } from '../companies/company.ts';

const userFields = {
  name: Type.String({ maxLength: 100 }),
  surname: Type.String({ maxLength: 100 }),
  phone: Type.String({ maxLength: 30 }),
  /** null: works for no bureau */
  company_id: Type.Union([Id, Type.Null()]),
  scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
};

/** A user who is to be invited: the mail holds the link by which the password is created. */
export const UserInvitation = Type.Object({
  mail: Type.String({ maxLength: MAX_EMAIL }),
  ...userFields,
});
export type UserInvitation = Static<typeof UserInvitation>;

/** A user as an administrator sets it. Its mail is its name at login, and stays. */
export const UserEdit = Type.Object({
  id: Id,
  ...userFields,
  /** regular activity or interim; left out while the password is still to be created */
  status: Type.Optional(Type.Union([Type.Literal('in_service'), Type.Literal('in_interim')])),
});
export type UserEdit = Static<typeof UserEdit>;

export const UserId = Type.Object({ id: Id });
export type UserId = Static<typeof UserId>;

/** One user with what an administrator may change, and the link while it awaits a password. */
export const AdministeredUser = Type.Object({
  id: Type.Integer(),
  mail: Type.String(),
  ...userFields,
  role: Type.String(),
  status: Type.Union([
    Type.Literal('awaiting_password'),
    Type.Literal('in_service'),
    Type.Literal('in_interim'),
  ]),
  is_suspended: Type.Boolean(),
  password_link: Type.Union([Type.String(), Type.Null()]),
});
export type AdministeredUser = Static<typeof AdministeredUser>;

/** `username` is the user's mail, in any case. */
export const ForgottenPassword = Type.Object({
  username: Type.String({ minLength: 1, maxLength: MAX_EMAIL }),
});
export type ForgottenPassword = Static<typeof ForgottenPassword>;
