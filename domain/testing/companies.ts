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
