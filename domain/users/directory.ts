import { type Static, Type } from 'typebox';
import { CompanyName } from '../companies/company.ts';
import { Page, SearchText } from '../lists/page.ts';

export const PageQuery = Type.Object({
  page: Type.Optional(Page),
});
export type PageQuery = Static<typeof PageQuery>;

/** `q`: in name, surname or mail. `company`: an id, or 'none' for users without a company. */
export const UsersQuery = Type.Object({
  page: Type.Optional(Page),
  q: Type.Optional(SearchText),
  company: Type.Optional(Type.String({ pattern: '^(none|[1-9][0-9]{0,8})$' })),
});
export type UsersQuery = Static<typeof UsersQuery>;

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
  company: Type.Union([CompanyName, Type.Null()]),
});
export type ListedUser = Static<typeof ListedUser>;

export const LabelledScope = Type.Object({ scope: Type.String(), label: Type.String() });
export type LabelledScope = Static<typeof LabelledScope>;
