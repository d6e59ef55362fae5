import { type Static, Type } from 'typebox';

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
