import { type Static, Type } from 'typebox';
import { Id } from '../companies/company.ts';
import { Page, SearchText } from '../lists/page.ts';

/** Of what sort the place of a counter is, in French. */
export const branchKinds = {
  street: 'En ville',
  station: 'Gare',
  airport: 'Aéroport',
  mall: 'Centre commercial',
  hotel: 'Hôtel',
  no_counter: 'Sans guichet',
} as const;
export type BranchKind = keyof typeof branchKinds;

/** By what a traveller may pay there, in French. */
export const paymentMeans = {
  cash: 'Espèces',
  card: 'Carte bancaire',
  transfer: 'Virement',
  cheque: 'Chèque',
} as const;
export type PaymentMeans = keyof typeof paymentMeans;

/** company: what its company pays; percent: so much more or less; own: a sheet of its own. */
export const branchRates = {
  company: 'Ceux du bureau',
  percent: 'Ceux du bureau, à un pourcentage près',
  own: 'Une feuille à part',
} as const;
export type BranchRates = keyof typeof branchRates;

const oneOf = <K extends string>(labels: Record<K, string>) =>
  Type.Unsafe<K>(Type.Union(Object.keys(labels).map((key) => Type.Literal(key))));

export const Kind = oneOf<BranchKind>(branchKinds);
export const Means = oneOf<PaymentMeans>(paymentMeans);
export const Rates = oneOf<BranchRates>(branchRates);

/** Days of the branch's own calendar, 'YYYY-MM-DD', both included. */
export const Closure = Type.Object({
  from_day: Type.String({ maxLength: 10 }),
  to_day: Type.String({ maxLength: 10 }),
  reason: Type.String({ maxLength: 100 }),
});
export type Closure = Static<typeof Closure>;

/** Whether it is open, until when that holds (null: for as long as is known), and both in French. */
export const OpenState = Type.Object({
  is_open: Type.Boolean(),
  changes_at: Type.Union([Type.String(), Type.Null()]),
  words: Type.String(),
});
export type OpenState = Static<typeof OpenState>;

/** A branch as travellers are shown it. `open` null: it has not said its hours. */
const ShownBranch = Type.Object({
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
  /** in French, a line a group of days; empty: not said */
  hours: Type.Array(Type.String()),
  closures: Type.Array(Closure),
  open: Type.Union([OpenState, Type.Null()]),
});

/** `company`: its site. */
export const ShownBranchesQuery = Type.Object({ company: Type.Optional(Type.String({ maxLength: 2048 })) });

/**
 * A company's branches for travellers; null: none that is compared has this site. `authorisation`: its number in the
 * register of financial agents, or its bank code; empty: not said.
 */
export const CompanyBranches = Type.Object({
  company: Type.Union([
    Type.Object({ name: Type.String(), site: Type.String(), authorisation: Type.String() }),
    Type.Null(),
  ]),
  branches: Type.Array(ShownBranch),
});
export type CompanyBranches = Static<typeof CompanyBranches>;

/** Companies by their sites, as many as an answer to a comparison has. */
export const CitiesRequest = Type.Object({
  companies: Type.Array(Type.String({ maxLength: 2048 }), { minItems: 1, maxItems: 50, uniqueItems: true }),
});

/** So many are said by name at most. */
export const MAX_CITIES = 20;

/** In which communes each has branches, most branches first, and in how many; none of one that is not compared. */
export const CompanyCities = Type.Array(
  Type.Object({
    site: Type.String(),
    cities: Type.Array(Type.String(), { maxItems: MAX_CITIES }),
    total: Type.Integer(),
  }),
);
export type CompanyCities = Static<typeof CompanyCities>;

/** `company`: whose, for who sees those of all; left out, those of all. */
export const BranchesQuery = Type.Object({
  company: Type.Optional(Id),
  /** in the name and the address */
  q: Type.Optional(SearchText),
  page: Type.Optional(Page),
});

/** Takes a branch out of what travellers are shown, or lets it come back. `updated_at`: of the branch as it was seen. */
export const BranchClosing = Type.Object({
  id: Id,
  is_closed: Type.Boolean(),
  updated_at: Type.String({ maxLength: 30 }),
});
export type BranchClosing = Static<typeof BranchClosing>;
