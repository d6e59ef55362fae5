import { type Static, Type } from 'typebox';

export const Me = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  surname: Type.String(),
  img: Type.String(),
  role: Type.String(),
  company_id: Type.Union([Type.Integer(), Type.Null()]),
  allowed_scope: Type.Array(Type.String()),
  takes_reservations: Type.Optional(Type.Literal(true)),
});
export type Me = Static<typeof Me>;
