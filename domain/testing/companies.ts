import type { Company } from '../companies/company.ts';
import type { CompanyDraft } from '../companies/company-draft.ts';

export function aCompanyDraft(fields: Partial<CompanyDraft> = {}): CompanyDraft {
  return {
    name: 'Change du Marché',
    site: 'https://marche.example',
    phone: '',
    email: '',
    is_partner: false,
    ...fields,
  };
}

/** Company as it is listed, which nobody works for yet. */
export function aCompany(fields: Partial<Company> = {}): Company {
  return {
    ...aCompanyDraft(),
    id: 1,
    logo: 'default',
    authorisation: '',
    is_suspended: false,
    requires_second_factor: false,
    fees: '',
    charges_fees: false,
    is_admitted: false,
    troubles: [],
    users: [],
    ...fields,
  };
}

type CompanyUser = Company['users'][number];

/** User of a company who has a password. */
export function aCompanyUser(fields: Partial<CompanyUser> = {}): CompanyUser {
  return {
    id: 1,
    mail: 'awa@marche.example',
    phone: '',
    name: 'Awa',
    surname: '',
    status: 'actif',
    password_link: null,
    is_link_hidden: false,
    ...fields,
  };
}
