import { type Static, Type } from 'typebox';
import { Page, SearchText } from '../lists/page.ts';

/** `status` is one of a company list (domain/users/user-status.ts); the link is there while it awaits a password. */
export const Company = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  site: Type.String(),
  logo: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  is_partner: Type.Boolean(),
  /** its number in the register of financial agents, or its bank code; '': not said */
  authorisation: Type.String(),
  /** its offers are compared no more */
  is_suspended: Type.Boolean(),
  /** all who work there must have a second factor */
  requires_second_factor: Type.Boolean(),
  /** how its fees are computed, in its words; '': it says nothing of them */
  fees: Type.String(),
  /** it asks them beside its rate: its offers are not compared */
  charges_fees: Type.Boolean(),
  /** it is in the beta: it takes reservations */
  is_admitted: Type.Boolean(),
  users: Type.Array(
    Type.Object({
      id: Type.Integer(),
      mail: Type.String(),
      phone: Type.String(),
      name: Type.String(),
      surname: Type.String(),
      status: Type.Union([
        Type.Literal('actif'),
        Type.Literal('awaiting_password'),
        Type.Literal('in_interim'),
        Type.Literal('suspended'),
      ]),
      password_link: Type.Union([Type.String(), Type.Null()]),
      /** there is one, shown once the caller has proved again who it is */
      is_link_hidden: Type.Boolean(),
    }),
  ),
});
export type Company = Static<typeof Company>;

/** `q`: in the name. `sort`: by name or by id, downwards with a minus; left out, the best matches first, then by name. */
export const CompaniesQuery = Type.Object({
  page: Type.Optional(Page),
  q: Type.Optional(SearchText),
  sort: Type.Optional(
    Type.Union([Type.Literal('name'), Type.Literal('-name'), Type.Literal('id'), Type.Literal('-id')]),
  ),
});
export type CompaniesQuery = Static<typeof CompaniesQuery>;

/** What a picker shows of a bureau. */
export const CompanyName = Type.Object({ id: Type.Integer(), name: Type.String() });
export type CompanyName = Static<typeof CompanyName>;

export const CompanyNamesQuery = Type.Object({ q: Type.Optional(SearchText) });
export type CompanyNamesQuery = Static<typeof CompanyNamesQuery>;

/** An id that a request may name: as wide as the database's. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Suspends, or lets come back. */
export const Suspension = Type.Object({ id: Id, is_suspended: Type.Boolean() });
export type Suspension = Static<typeof Suspension>;

export const LogoQuery = Type.Object({ id: Id });
export type LogoQuery = Static<typeof LogoQuery>;
