import { type Static, Type } from 'typebox';

export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type PageQuery = Static<typeof PageQuery>;

/** An open session. `is_current`: the caller's own. */
export const OpenSession = Type.Object({
  id: Type.Integer(),
  user: Type.Object({
    id: Type.Integer(),
    mail: Type.String(),
    name: Type.String(),
    surname: Type.String(),
  }),
  created_at: Type.String(),
  last_used_at: Type.String(),
  is_current: Type.Boolean(),
});
export type OpenSession = Static<typeof OpenSession>;

export const ListedUser = Type.Object({
  id: Type.Integer(),
  mail: Type.String(),
  phone: Type.String(),
  name: Type.String(),
  surname: Type.String(),
  role: Type.String(),
  status: Type.String(),
  is_suspended: Type.Boolean(),
  company: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
});
export type ListedUser = Static<typeof ListedUser>;

export const LabelledScope = Type.Object({ scope: Type.String(), label: Type.String() });
export type LabelledScope = Static<typeof LabelledScope>;
