import * as Type from 'typebox';
import { MAX_EMAIL, normalizeEmail } from '../audience/email.ts';
import { type CsvColumn, fiveDigits, text, yesOrNo } from '../text/csv-columns.ts';
import {
  AS_TYPED,
  type Field,
  fieldNamesOf,
  fromColumns,
  TRIMMED,
  toColumns,
  wordsOf,
} from '../validation/fields.ts';
import { email, line, named, optional, phone } from '../validation/texts.ts';
import { branchKinds, branchRates, Closure, Kind, Means, paymentMeans, Rates } from './branch.ts';
import { closuresColumn, countryColumn, kindColumn, meansColumn, ratesColumn } from './branch-columns.ts';
import * as rules from './branch-rules.ts';
import { formatClosures } from './format-closures.ts';
import { regionOf } from './region.ts';

export const MAX_CLOSURES = 50;

/** Fields on the wire, in the order of their errors. Numbers are sent as typed. */
export const branchSchema = {
  name: Type.String({ maxLength: 100 }),
  kind: Kind,
  address: Type.String({ maxLength: 200 }),
  postcode: Type.String({ maxLength: 12 }),
  commune: Type.String({ maxLength: 5 }),
  city: Type.String({ maxLength: 100 }),
  country: Type.String({ maxLength: 2 }),
  lat: Type.String({ maxLength: 20 }),
  lon: Type.String({ maxLength: 20 }),
  phone: Type.String({ maxLength: 30 }),
  email: Type.String({ maxLength: MAX_EMAIL }),
  access_note: Type.String({ maxLength: 200 }),
  payment_means: Type.Array(Means, { maxItems: 10, uniqueItems: true }),
  sells: Type.Boolean(),
  buys_back: Type.Boolean(),
  takes_cards: Type.Boolean(),
  small_notes: Type.Boolean(),
  needs_appointment: Type.Boolean(),
  hours: Type.String({ maxLength: 500 }),
  closed_on_holidays: Type.Boolean(),
  closures: Type.Array(Closure, { maxItems: MAX_CLOSURES }),
  rates: Rates,
  percent: Type.String({ maxLength: 10 }),
};
type Draft = Type.Static<Type.TObject<typeof branchSchema>>;

type Columns = Omit<Draft, 'commune' | 'lat' | 'lon' | 'percent'> & {
  /** null: abroad or unknown */
  commune: string | null;
  lat: number | null;
  lon: number | null;
  /** null: not a percentage of the company's rates */
  percent: string | null;
};

type BookName = 'name' | 'kind' | 'address' | 'city' | 'phone' | 'sells' | 'buysBack' | 'closures';

type BranchField<F extends keyof Draft> = Field<Draft, F, Columns> & {
  readonly csv: CsvColumn<Draft> | keyof Draft;
  readonly isPublic: boolean;
  /** computed: the rate book derives a value from the field; null: it ignores the field. */
  readonly book: BookName | 'computed' | null;
  /** Copies of the text in a message of the stream. 0: not a text, or out of a closed list. */
  readonly weight: 0 | 1 | 2 | 4;
};

const coordinate = {
  empty: '',
  toRow: rules.readNumber,
  fromRow: (stored: number | null) => (stored === null ? '' : String(stored)),
  privacy: 'company',
  isPublic: true,
  book: 'computed',
  weight: 0,
} as const;

const service = { ...AS_TYPED, rule: null, privacy: 'company', isPublic: true, weight: 0 } as const;

export const branchFields = {
  name: {
    ...TRIMMED,
    rule: line('Nom de l’agence', named('Donnez un nom à l’agence.')),
    empty: '',
    csv: text('Nom', 'name'),
    frenchName: 'Nom',
    journal: { label: 'Nom', words: null },
    privacy: 'company',
    isPublic: true,
    book: 'name',
    weight: 2,
  },
  kind: {
    ...AS_TYPED,
    rule: null,
    empty: 'street',
    csv: kindColumn,
    frenchName: 'Type',
    journal: { label: 'Type', words: wordsOf(branchKinds) },
    privacy: 'company',
    isPublic: true,
    book: 'kind',
    weight: 0,
  },
  address: {
    ...TRIMMED,
    rule: line('Adresse'),
    empty: '',
    csv: text('Adresse', 'address'),
    frenchName: 'Adresse',
    journal: { label: 'Adresse', words: null },
    privacy: 'company',
    isPublic: true,
    book: 'address',
    weight: 2,
  },
  postcode: {
    ...TRIMMED,
    rule: (typed, { country }) => line('Code postal', optional(rules.postcodeOf(country)))(typed),
    empty: '',
    csv: fiveDigits('Code postal', 'postcode'),
    frenchName: 'Code postal',
    journal: { label: 'Code postal', words: null },
    privacy: 'company',
    isPublic: true,
    book: null,
    weight: 1,
  },
  city: {
    ...TRIMMED,
    rule: line('Ville', named('Donnez la ville de l’agence.')),
    empty: '',
    csv: text('Ville', 'city'),
    frenchName: 'Ville',
    journal: { label: 'Ville', words: null },
    privacy: 'company',
    isPublic: true,
    book: 'city',
    weight: 2,
  },
  commune: {
    toRow: (typed, { country }) =>
      upperCase(country) === 'FR' && typed.trim() !== '' ? upperCase(typed) : null,
    fromRow: (stored) => stored ?? '',
    rule: line('Commune', optional(rules.commune)),
    empty: '',
    csv: fiveDigits('Code INSEE', 'commune'),
    frenchName: 'Commune',
    journal: { label: 'Commune', words: null },
    privacy: 'company',
    isPublic: false,
    book: null,
    weight: 0,
  },
  country: {
    toRow: upperCase,
    fromRow: (stored) => stored,
    rule: line('Pays', rules.country),
    empty: 'FR',
    csv: countryColumn,
    frenchName: 'Pays',
    journal: { label: 'Pays', words: null },
    privacy: 'company',
    isPublic: true,
    book: null,
    weight: 0,
  },
  lat: {
    ...coordinate,
    rule: (typed, { lon }) =>
      rules.checkPosition(typed, lon, 90, 'La latitude va de -90 à 90, par exemple 45,7606.'),
    csv: text('Latitude', 'lat'),
    frenchName: 'Latitude',
    journal: { label: 'Latitude', words: null },
  },
  lon: {
    ...coordinate,
    rule: (typed, { lat }) =>
      rules.checkPosition(typed, lat, 180, 'La longitude va de -180 à 180, par exemple 4,8593.'),
    csv: text('Longitude', 'lon'),
    frenchName: 'Longitude',
    journal: { label: 'Longitude', words: null },
  },
  phone: {
    ...TRIMMED,
    rule: line('Téléphone', optional(phone)),
    empty: '',
    csv: text('Téléphone', 'phone'),
    frenchName: 'Téléphone',
    journal: { label: 'Téléphone', words: null },
    privacy: 'company',
    isPublic: true,
    book: 'phone',
    weight: 2,
  },
  email: {
    toRow: normalizeEmail,
    fromRow: (stored) => stored,
    rule: email('E-mail', { isOptional: true }),
    empty: '',
    csv: text('E-mail', 'email'),
    frenchName: 'E-mail',
    journal: { label: 'E-mail', words: null },
    privacy: 'company',
    isPublic: true,
    book: null,
    weight: 1,
  },
  access_note: {
    ...TRIMMED,
    rule: line('Accès'),
    empty: '',
    csv: text('Accès', 'access_note'),
    frenchName: 'Accès',
    journal: { label: 'Accès', words: null },
    privacy: 'company',
    isPublic: true,
    book: null,
    weight: 1,
  },
  payment_means: {
    ...service,
    empty: ['cash', 'card'],
    csv: meansColumn,
    frenchName: 'Moyens de paiement',
    journal: { label: 'Moyens de paiement', words: wordsOf(paymentMeans) },
    book: null,
  },
  takes_cards: {
    ...service,
    empty: true,
    csv: 'payment_means',
    frenchName: 'Cartes',
    journal: { label: 'Cartes', words: null },
    book: null,
  },
  sells: {
    ...service,
    empty: true,
    csv: yesOrNo('Vend', 'sells'),
    frenchName: 'Vend',
    journal: { label: 'Vend', words: null },
    book: 'sells',
  },
  buys_back: {
    ...service,
    empty: true,
    csv: yesOrNo('Reprend', 'buys_back'),
    frenchName: 'Reprise',
    journal: { label: 'Rachète', words: null },
    book: 'buysBack',
  },
  small_notes: {
    ...service,
    empty: false,
    csv: yesOrNo('Petites coupures', 'small_notes'),
    frenchName: 'Petites coupures',
    journal: { label: 'Petites coupures', words: null },
    book: null,
  },
  needs_appointment: {
    ...service,
    empty: false,
    csv: yesOrNo('Sur rendez-vous', 'needs_appointment'),
    frenchName: 'Sur rendez-vous',
    journal: { label: 'Sur rendez-vous', words: null },
    book: null,
  },
  hours: {
    toRow: rules.withoutEmptyRules,
    fromRow: (stored) => stored,
    rule: rules.checkHours,
    empty: 'Mo-Sa 09:30-18:30',
    csv: text('Horaires', 'hours'),
    frenchName: 'Horaires',
    journal: { label: 'Horaires', words: null },
    privacy: 'company',
    isPublic: true,
    book: 'computed',
    // travellers see the hours as French text
    weight: 4,
  },
  closed_on_holidays: {
    ...AS_TYPED,
    rule: null,
    empty: true,
    csv: yesOrNo('Fermé les jours fériés', 'closed_on_holidays'),
    frenchName: 'Fermé les jours fériés',
    journal: { label: 'Fermé les jours fériés', words: null },
    privacy: 'company',
    isPublic: false,
    book: 'computed',
    weight: 0,
  },
  closures: {
    toRow: (typed) => typed.map(trimClosure),
    fromRow: (stored) => stored,
    rule: (closures) => closures.map(rules.checkClosure).find((error) => error !== undefined),
    empty: [],
    csv: closuresColumn,
    frenchName: 'Fermetures',
    journal: { label: 'Fermetures', words: formatClosures },
    privacy: 'company',
    isPublic: true,
    book: 'closures',
    // weighed by their rows
    weight: 0,
  },
  rates: {
    ...AS_TYPED,
    rule: null,
    empty: 'company',
    csv: ratesColumn,
    frenchName: 'Taux',
    journal: { label: 'Taux', words: wordsOf(branchRates) },
    privacy: 'company',
    isPublic: false,
    book: 'computed',
    weight: 0,
  },
  percent: {
    toRow: (typed, { rates }) => (rates === 'percent' ? String(rules.readNumber(typed)) : null),
    fromRow: (stored) => (stored === null ? '' : String(Number(stored))),
    rule: (typed, { rates }) => (rates === 'percent' ? rules.checkPercent(typed) : undefined),
    empty: '',
    csv: 'rates',
    frenchName: 'Pourcentage',
    journal: { label: 'Pourcentage', words: null },
    privacy: 'company',
    isPublic: false,
    book: 'computed',
    weight: 0,
  },
} satisfies { readonly [F in keyof Draft]: BranchField<F> };

type Table = typeof branchFields;
type FieldsWith<P extends keyof BranchField<keyof Draft>, T> = {
  [F in keyof Table]: Table[F][P] extends T ? F : never;
}[keyof Table];

export const branchFieldNames = fieldNamesOf(branchFields);

export const publicBranchFields = branchFieldNames.filter(
  (name): name is FieldsWith<'isPublic', true> => branchFields[name].isPublic,
);

export const bookBranchFields = branchFieldNames.filter(
  (name): name is FieldsWith<'book', BookName> => ![null, 'computed'].includes(branchFields[name].book),
);

export type BookColumns = { readonly [F in FieldsWith<'book', BookName> as Table[F]['book']]: Draft[F] };

export function toBranchRow(draft: Draft) {
  const columns = toColumns<Draft, Columns>(branchFields, draft);
  const { zone, region } = regionOf(columns.country, columns.postcode);
  return { ...columns, time_zone: zone, holidays_region: region };
}
export type BranchRow = ReturnType<typeof toBranchRow>;

export function fromBranchRow(row: Columns): Draft {
  return fromColumns<Draft, Columns>(branchFields, row);
}

// A closure without hours has none of their names.
function trimClosure({ from_day, from_time, to_day, to_time, reason }: Closure): Closure {
  return {
    from_day,
    ...(from_time && { from_time }),
    to_day,
    ...(to_time && { to_time }),
    reason: reason.trim(),
  };
}

function upperCase(typed: string): string {
  return typed.trim().toUpperCase();
}
