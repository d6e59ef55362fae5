import type { CompanyFilter } from '#domain/companies/assessment.ts';
import type { Me } from '#domain/iam/me.ts';
import { hasScope } from './sections.ts';

type Id = number | ':id';
type BranchId = number | ':branch';

const branchesOf = (company: Id | null) =>
  company === null ? '/agences' : `/sittings/bureaux/${company}/agences`;

export const addresses = {
  administration: '/sittings',
  companies: '/sittings/bureaux',
  newCompany: '/sittings/bureaux/nouveau',
  company: (id: Id) => `/sittings/bureaux/${id}`,
  otherUsers: '/sittings/utilisateurs',
  newUser: '/sittings/utilisateurs/nouveau',
  newUserOf: (companyId: number) => `/sittings/utilisateurs/nouveau?bureau=${companyId}`,
  user: (id: Id) => `/sittings/utilisateurs/${id}`,
  journal: '/sittings/journal',
  security: '/sittings/securite',
  sessions: '/sittings/sessions',
  privacy: '/sittings/donnees',
  ratesFeed: '/sittings/flux',
  factors: '/securite',
  orders: '/orders',
  ordersOf: (branch: Id) => `/orders?agence=${branch}`,
  ordersToMove: (branch: Id) => `/orders?etat=to_move&agence=${branch}`,
  preparation: '/orders/fiches',
  terms: '/orders/conditions',
  stocks: '/orders/stocks',
  stocksOf: (day: string | null) => (day === null ? '/orders/stocks' : `/orders/stocks?jour=${day}`),
  stockCell: ({ day, currency, branch }: { day: string; currency: string; branch: number | null }) =>
    `/orders/stocks?jour=${day}&devise=${currency}${branch === null ? '' : `&agence=${branch}`}`,
  slip: (id: string) => `/orders/${id}/bordereau`,
  struckSlip: (id: string, number: number) => `/orders/${id}/bordereau?annule=${number}`,
  collectedOrders: '/orders?etat=collected',
  register: '/orders/registre',
  registerOf: (day: string) => `/orders/registre?jour=${day}`,
  redemptions: '/orders/reprises',
  redemption: (id: string, number: number | ':number') => `/orders/${id}/reprises/${number}`,
  fixings: '/fixings',
  importRates: '/fixings/tableau',
  margins: '/fixings/marges',
  board: '/fixings/affichage',
  branches: branchesOf,
  closeNow: `${branchesOf(null)}?fermer`,
  newBranch: (company: Id | null) => `${branchesOf(company)}/nouvelle`,
  importBranches: (company: Id | null) => `${branchesOf(company)}/tableau`,
  branch: (company: Id | null, id: BranchId) => `${branchesOf(company)}/${id}`,
  profile: '/profil',
  confirmMail: '/profil/adresse',
  ratesHistory: '/fixings/historique',
  historyOf: (currency: string) => `/fixings/historique?devise=${currency}`,
};

export function companiesFor(user: Me | null): string {
  return hasScope(user, 'sittings.list.me') ? addresses.companies : addresses.administration;
}

export function filteredCompanies(list: string, filter: CompanyFilter): string {
  return `${list}?etat=${filter}`;
}
