import { type Static, Type } from 'typebox';

/** `status` is one of a company list (domain/iam/user-status.ts); the link is there while it awaits a password. */
export const Company = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  users: Type.Array(
    Type.Object({
      mail: Type.String(),
      phone: Type.String(),
      name: Type.String(),
      surname: Type.String(),
      status: Type.Union([
        Type.Literal('actif'),
        Type.Literal('awaiting_password'),
        Type.Literal('in_interim'),
      ]),
      password_link: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});
export type Company = Static<typeof Company>;
