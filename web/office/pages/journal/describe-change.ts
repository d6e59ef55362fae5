import type { Answer } from '#domain/api.ts';
import { branchFields } from '#domain/branches/fields.ts';
import { companyFields, feesFields } from '#domain/companies/fields.ts';
import { NO_LOGO } from '#domain/companies/logo.ts';
import { roleLabel } from '#domain/iam/grants.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import { userFields } from '#domain/users/fields.ts';
import { userStatusLabels } from '#domain/users/user-status.ts';
import { mapFields } from '#domain/validation/fields.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { formatBranchValue } from './format-branch-value.ts';

export type Entry = Answer<'GET /api/audit'>[number];

export type ScopeLabels = ReadonlyMap<string, string>;

type Change = Entry['changes'][number];
export type Described = { label: string; before: string; after: string } | { label: string; text: string };

const labelOf = ({ journal }: { journal: { label: string } }) => journal.label;

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user: mapFields(userFields, labelOf),
  branch: mapFields(branchFields, labelOf),
  company: mapFields({ ...companyFields, ...feesFields }, labelOf),
};
const FIELDS: Record<string, string> = {
  name: 'Nom',
  email: 'E-mail',
  phone: 'Téléphone',
  is_suspended: 'Suspendu',
  is_admitted: 'Admis à la bêta',
  requires_second_factor: 'Double authentification exigée',
  logo: 'Logo',
  status: 'Statut',
  role: 'Rôle',
  purchase: 'Achat',
  sale: 'Vente',
  is_purchase_suspended: 'Achat suspendu',
  purchase_until: 'Reprise de l’achat',
  is_sale_suspended: 'Vente suspendue',
  sale_until: 'Reprise de la vente',
  until: 'Reprise',
  time_zone: 'Fuseau horaire',
  holidays_region: 'Jours fériés de',
  is_closed: 'Fermée',
};

// order of the forms: the database returns changes in none
const ORDER =
  'name surname mail branch currency purchase sale site phone email is_partner authorisation logo company_id status role scopes'.split(
    ' ',
  );

export function describeChanges(entry: Entry, scopes: ScopeLabels): Described[] {
  return entry.changes
    .toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field))
    .flatMap((change) => describeChange(change, entry, scopes));
}

/**
 * Describes scopes by their difference, because the full lists are too long. An added company or user lists
 * no empty fields.
 */
function describeChange(change: Change, { action, companies }: Entry, scopes: ScopeLabels): Described[] {
  const { field, before, after } = change;
  if (field === 'link') return [{ label: 'Lien', text: `n°\u00a0${after}` }];
  if (field === 'branch') return [{ label: 'Agence', text: String(after) }];
  if (field === 'currency') return [{ label: 'Devise', text: String(after) }];
  if (field === 'scopes') return describeScopes(before, after, scopes);
  const [noun = ''] = action.split('.');
  const label = LABELS[noun]?.[field] ?? FIELDS[field] ?? field;
  const [was, is] = [formatValue(before, field, companies), formatValue(after, field, companies)];
  return was === is ? [] : [{ label, before: was, after: is }];
}

function describeScopes(before: unknown, after: unknown, labels: ScopeLabels): Described[] {
  const [was, is] = [listOf(before), listOf(after)];
  return [
    { label: 'Droits ajoutés', scopes: is.filter((scope) => !was.includes(scope)) },
    { label: 'Droits retirés', scopes: was.filter((scope) => !is.includes(scope)) },
  ].flatMap(({ label, scopes }) =>
    scopes.length === 0
      ? []
      : [{ label, text: scopes.map((scope) => labels.get(scope) ?? scope).join(' ; ') }],
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function formatValue(value: unknown, field: string, companies: Entry['companies']): string {
  if (field === 'company_id') return typeof value === 'number' ? companyName(value, companies) : 'aucun';
  if (field === 'logo' && value === NO_LOGO) return 'aucun';
  if (typeof value === 'boolean' || field.startsWith('is_')) return value === true ? 'oui' : 'non';
  if (field === 'purchase' || field === 'sale') return value === null ? 'aucun' : formatStoredRate(value);
  const ofBranch = formatBranchValue(field, value);
  if (ofBranch !== undefined) return ofBranch;
  if (value === null || value === undefined || value === '') return 'vide';
  const text = String(value);
  if (field.endsWith('until')) return formatMoment(new Date(text));
  if (field === 'role') return roleLabel(text);
  return field === 'status' ? (statusLabels[text] ?? text) : text;
}

function formatStoredRate(value: unknown): string {
  const rate = Number(value);
  return Number.isFinite(rate) ? formatFixing(rate) : String(value);
}

const statusLabels: Readonly<Record<string, string>> = userStatusLabels;

function companyName(id: number, companies: Entry['companies']): string {
  return companies.find((company) => company.id === id)?.name ?? `n°\u00a0${id}`;
}
