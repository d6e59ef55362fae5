import { type Static, Type } from 'typebox';
import { Id } from '../companies/company.ts';
import { Page, SearchText } from '../lists/page.ts';
import { oneOf } from '../validation/one-of.ts';

export const branchKinds = {
  street: 'En ville',
  station: 'Gare',
  airport: 'Aéroport',
  mall: 'Centre commercial',
  hotel: 'Hôtel',
  no_counter: 'Sans guichet',
} as const;
export type BranchKind = keyof typeof branchKinds;

export const paymentMeans = {
  cash: 'Espèces',
  card: 'Carte bancaire',
  transfer: 'Virement',
  cheque: 'Chèque',
} as const;
export type PaymentMeans = keyof typeof paymentMeans;

/** company: the company's rates; percent: a percentage of them; own: rates of its own. */
export const branchRates = {
  company: 'Taux du bureau',
  percent: 'Taux du bureau, à un pourcentage près',
  own: 'Une feuille à part',
} as const;
export type BranchRates = keyof typeof branchRates;

export const Kind = oneOf(Object.keys(branchKinds) as BranchKind[]);
export const Means = oneOf(Object.keys(paymentMeans) as PaymentMeans[]);
export const Rates = oneOf(Object.keys(branchRates) as BranchRates[]);

/**
 * Days in the branch's time zone, 'YYYY-MM-DD', both included, with the nights that begin on them. Hours on its clock, 'HH:MM',
 * shorten the first or the last day.
 */
export const Closure = Type.Object({
  from_day: Type.String({ maxLength: 10 }),
  from_time: Type.Optional(Type.String({ maxLength: 5 })),
  to_day: Type.String({ maxLength: 10 }),
  to_time: Type.Optional(Type.String({ maxLength: 5 })),
  reason: Type.String({ maxLength: 100 }),
});
export type Closure = Static<typeof Closure>;

export const OpenState = Type.Object({
  is_open: Type.Boolean(),
  changes_at: Type.Union([Type.String(), Type.Null()]),
  // true: its usual hours are open now, and a closure is not.
  by_closure: Type.Optional(Type.Boolean()),
  words: Type.String(),
});
export type OpenState = Static<typeof OpenState>;

/** Branch as travellers see it. `open` null: the branch has no hours. */
const PublicBranch = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  kind: Kind,
  address: Type.String(),
  postcode: Type.String(),
  city: Type.String(),
  country: Type.String(),
  lat: Type.Union([Type.Number(), Type.Null()]),
  lon: Type.Union([Type.Number(), Type.Null()]),
  time_zone: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  access_note: Type.String(),
  payment_means: Type.Array(Means),
  sells: Type.Boolean(),
  buys_back: Type.Boolean(),
  takes_cards: Type.Boolean(),
  small_notes: Type.Boolean(),
  needs_appointment: Type.Boolean(),
  /** French, one line for each group of days. Empty: unknown. */
  hours: Type.Array(Type.String()),
  closures: Type.Array(Closure),
  open: Type.Union([OpenState, Type.Null()]),
});

export const PublicBranchesQuery = Type.Object({ company: Type.Optional(Type.String({ maxLength: 2048 })) });

/**
 * Branches of a company for travellers. null: no compared company has this site. `authorisation`: number in the
 * register of financial agents or bank code, empty if unknown.
 */
export const CompanyBranches = Type.Object({
  company: Type.Union([
    Type.Object({ name: Type.String(), site: Type.String(), authorisation: Type.String() }),
    Type.Null(),
  ]),
  branches: Type.Array(PublicBranch),
});
export type CompanyBranches = Static<typeof CompanyBranches>;

/** `company` left out: all companies, for users who may list them. */
export const BranchesQuery = Type.Object({
  company: Type.Optional(Id),
  q: Type.Optional(SearchText),
  page: Type.Optional(Page),
});

/** Closes a branch to travellers, or reopens it. `updated_at`: as last read. */
export const BranchClosing = Type.Object({
  id: Id,
  is_closed: Type.Boolean(),
  updated_at: Type.String({ maxLength: 30 }),
});
export type BranchClosing = Static<typeof BranchClosing>;

// Closes a branch at this minute until an hour of the day, or reopens it. `until` empty: for the rest of the day.
export const ClosingNow = Type.Object({
  id: Id,
  is_closed: Type.Boolean(),
  until: Type.Optional(Type.String({ maxLength: 5 })),
  reason: Type.Optional(Type.String({ maxLength: 100 })),
  tells_travellers: Type.Optional(Type.Boolean()),
});
export type ClosingNow = Static<typeof ClosingNow>;
