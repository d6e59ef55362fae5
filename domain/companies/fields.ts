import * as Type from 'typebox';
import { MAX_EMAIL, normalizeEmail } from '../audience/email.ts';
import { AS_TYPED, type Field, fieldNamesOf, TRIMMED, toColumns } from '../validation/fields.ts';
import { email, line, named, optional, phone } from '../validation/texts.ts';
import { checkAuthorisation, storedAuthorisation } from './authorisation.ts';
import { checkFees } from './fees.ts';
import { checkSite, MAX_SITE, siteOf } from './site.ts';

/** Fields on the wire, in the order of their errors. */
export const companySchema = {
  name: Type.String({ maxLength: 100 }),
  site: Type.String({ maxLength: MAX_SITE }),
  phone: Type.String({ maxLength: 30 }),
  email: Type.String({ maxLength: MAX_EMAIL }),
  is_partner: Type.Boolean(),
  authorisation: Type.Optional(Type.String({ maxLength: 20 })),
};
type Draft = Type.Static<Type.TObject<typeof companySchema>>;

export const feesSchema = {
  fees: Type.String({ maxLength: 300 }),
  /** Fees beside the rate exclude the company from comparisons. */
  charges_fees: Type.Boolean(),
};
type Fees = Type.Static<Type.TObject<typeof feesSchema>>;

type BookName = 'name' | 'site' | 'isPartner';

type CompanyField<D extends object, F extends keyof D> = Field<D, F, Required<D>> & {
  /** null: not in the rate book. */
  readonly book: BookName | null;
};

export const companyFields = {
  name: {
    ...TRIMMED,
    rule: line('Nom du bureau', named('Donnez un nom au bureau.')),
    empty: '',
    frenchName: 'Nom',
    journal: { label: 'Nom', words: null },
    privacy: 'person',
    book: 'name',
  },
  site: {
    toRow: (typed) => siteOf(typed.trim()) ?? '',
    fromRow: (stored) => stored,
    rule: line('Site', checkSite),
    empty: '',
    frenchName: 'Site',
    journal: { label: 'Site', words: null },
    privacy: 'company',
    book: 'site',
  },
  phone: {
    ...TRIMMED,
    rule: line('Téléphone', optional(phone)),
    empty: '',
    frenchName: 'Téléphone',
    journal: { label: 'Téléphone', words: null },
    privacy: 'person',
    book: null,
  },
  email: {
    toRow: normalizeEmail,
    fromRow: (stored) => stored,
    rule: email('E-mail', { isOptional: true }),
    empty: '',
    frenchName: 'E-mail',
    journal: { label: 'E-mail', words: null },
    privacy: 'person',
    book: null,
  },
  is_partner: {
    ...AS_TYPED,
    rule: null,
    empty: false,
    frenchName: 'Partenaire',
    journal: { label: 'Partenaire', words: null },
    privacy: 'company',
    book: 'isPartner',
  },
  authorisation: {
    toRow: (typed = '') => storedAuthorisation(typed),
    fromRow: (stored) => stored,
    rule: (typed = '') => line('Autorisation', optional(checkAuthorisation))(typed),
    empty: '',
    frenchName: 'Autorisation',
    journal: { label: 'Autorisation', words: null },
    privacy: 'company',
    book: null,
  },
} satisfies { readonly [F in keyof Draft]-?: CompanyField<Draft, F> };

export const feesFields = {
  fees: {
    ...TRIMMED,
    rule: (typed, { charges_fees }) => line('Frais')(typed) ?? checkFees(typed, charges_fees),
    empty: '',
    frenchName: 'Frais',
    journal: { label: 'Frais', words: null },
    privacy: 'company',
    book: null,
  },
  charges_fees: {
    ...AS_TYPED,
    rule: null,
    empty: false,
    frenchName: 'Frais en plus du taux',
    journal: { label: 'Frais en plus du taux', words: null },
    privacy: 'company',
    book: null,
  },
} satisfies { readonly [F in keyof Fees]: CompanyField<Fees, F> };

export const companyFieldNames = fieldNamesOf(companyFields);
export const feesFieldNames = fieldNamesOf(feesFields);

export function toCompanyRow(draft: Draft): Draft {
  return toColumns<Draft, Required<Draft>>(companyFields, draft);
}

export function toFeesRow(draft: Fees): Fees {
  return toColumns<Fees, Fees>(feesFields, draft);
}

type Table = typeof companyFields;
type BookField = { [F in keyof Table]: Table[F]['book'] extends BookName ? F : never }[keyof Table];

export const bookCompanyFields = companyFieldNames.filter(
  (name): name is BookField => companyFields[name].book !== null,
);
