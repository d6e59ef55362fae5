import { type Static, Type } from 'typebox';
import { Page, SearchText } from '../lists/page.ts';
import { CompanyFilter, Troubles } from './assessment.ts';

/**
 * `status` is one of company lists (domain/users/user-status.ts). The link is present while the company awaits a
 * password.
 */
export const Company = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  site: Type.String(),
  logo: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  is_partner: Type.Boolean(),
  /** Number in the register of financial agents, or bank code. Empty: unknown. */
  authorisation: Type.String(),
  is_suspended: Type.Boolean(),
  requires_second_factor: Type.Boolean(),
  /** Description of the fees. Empty: none. */
  fees: Type.String(),
  charges_fees: Type.Boolean(),
  is_admitted: Type.Boolean(),
  troubles: Troubles,
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
      /** Link withheld until the caller verifies its identity again. */
      is_link_hidden: Type.Boolean(),
    }),
  ),
});
export type Company = Static<typeof Company>;

/** `q`: in the name. `sort`: name or id, descending with a minus; left out, best matches first, then by name. */
export const CompaniesQuery = Type.Object({
  page: Type.Optional(Page),
  q: Type.Optional(SearchText),
  filter: Type.Optional(CompanyFilter),
  sort: Type.Optional(
    Type.Union([Type.Literal('name'), Type.Literal('-name'), Type.Literal('id'), Type.Literal('-id')]),
  ),
});
export type CompaniesQuery = Static<typeof CompaniesQuery>;

export const CompanyName = Type.Object({ id: Type.Integer(), name: Type.String() });
export type CompanyName = Static<typeof CompanyName>;

export const CompanyNamesQuery = Type.Object({ q: Type.Optional(SearchText) });
export type CompanyNamesQuery = Static<typeof CompanyNamesQuery>;

export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

// Left out: the caller's own company.
export const ChecklistQuery = Type.Object({ company: Type.Optional(Id) });

export const Suspension = Type.Object({
  id: Id,
  is_suspended: Type.Boolean(),
  // the administrator has seen whose reservations are open (409 `travellers_expected`)
  tells_travellers: Type.Optional(Type.Boolean()),
});
export type Suspension = Static<typeof Suspension>;

export const LogoQuery = Type.Object({ id: Id });
export type LogoQuery = Static<typeof LogoQuery>;
