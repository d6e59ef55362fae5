import { type Static, Type } from 'typebox';

/** The current user. `company_id` is null for one who works for no bureau. */
export const Me = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  surname: Type.String(),
  img: Type.String(),
  role: Type.String(),
  company_id: Type.Union([Type.Integer(), Type.Null()]),
  allowed_scope: Type.Array(Type.String()),
});
export type Me = Static<typeof Me>;

/** `username` is the user's mail, in any case. */
export const LoginRequest = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 256 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
});
export type LoginRequest = Static<typeof LoginRequest>;

/** The query parameters of the password link, plus the password. */
export const NewPasswordRequest = Type.Object({
  token: Type.String({ maxLength: 256 }),
  password: Type.String({ maxLength: 1024 }),
});
export type NewPasswordRequest = Static<typeof NewPasswordRequest>;
