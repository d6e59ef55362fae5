import type { Answer } from '#domain/api.ts';
import { NO_LOGO } from '#domain/companies/logo.ts';
import { userStatusLabels } from '#domain/iam/user-status.ts';

export type Entry = Answer<'GET /api/audit'>[number];

/** How what the journal holds by its number or code is called, as far as the reader may list it. */
export type Names = { scopes: ReadonlyMap<string, string>; companies: ReadonlyMap<number, string> };

type Change = Entry['changes'][number];
export type Described = { label: string; before: string; after: string } | { label: string; text: string };

const COMPANY_FIELDS: Record<string, string> = { name: 'Nom', email: 'E-mail' };
const USER_FIELDS: Record<string, string> = { name: 'Prénom', surname: 'Nom' };
const FIELDS: Record<string, string> = {
  site: 'Site',
  phone: 'Téléphone',
  is_partner: 'Partenaire',
  is_suspended: 'Suspendu',
  logo: 'Logo',
  mail: 'E-mail',
  company_id: 'Bureau',
  status: 'Statut',
  role: 'Rôle',
};

// the order of the forms: the journal's own has none
const ORDER = 'name surname mail site phone email is_partner logo company_id status role scopes'.split(' ');

/** The changes of an act in French. */
export function describeChanges({ changes, action }: Entry, names: Names): Described[] {
  return changes
    .toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field))
    .flatMap((change) => describeChange(change, action, names));
}

/**
 * Of scopes, what was given and what was taken away: the whole lists say too much. Of a bureau or a user that was
 * added, nothing for what was left empty.
 */
function describeChange(change: Change, action: string, names: Names): Described[] {
  const { field, before, after } = change;
  if (field === 'scopes') return describeScopes(before, after, names);
  const own = action.startsWith('company.') ? COMPANY_FIELDS : USER_FIELDS;
  const label = own[field] ?? FIELDS[field] ?? field;
  const [was, is] = [sayValue(before, field, names), sayValue(after, field, names)];
  return was === is ? [] : [{ label, before: was, after: is }];
}

function describeScopes(before: unknown, after: unknown, names: Names): Described[] {
  const [was, is] = [listOf(before), listOf(after)];
  return [
    { label: 'Droits ajoutés', scopes: is.filter((scope) => !was.includes(scope)) },
    { label: 'Droits retirés', scopes: was.filter((scope) => !is.includes(scope)) },
  ].flatMap(({ label, scopes }) =>
    scopes.length === 0
      ? []
      : [{ label, text: scopes.map((scope) => names.scopes.get(scope) ?? scope).join(' ; ') }],
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function sayValue(value: unknown, field: string, names: Names): string {
  if (field === 'company_id') return typeof value === 'number' ? companyName(value, names) : 'aucun';
  if (field === 'logo' && value === NO_LOGO) return 'aucun';
  if (field.startsWith('is_')) return value === true ? 'oui' : 'non';
  if (value === null || value === undefined || value === '') return 'vide';
  const text = String(value);
  return field === 'status' ? (statusLabels[text] ?? text) : text;
}

const statusLabels: Readonly<Record<string, string>> = userStatusLabels;

function companyName(id: number, { companies }: Names): string {
  return companies.get(id) ?? `n° ${id}`;
}
