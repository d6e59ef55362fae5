import { userStatusLabels } from '#domain/iam/user-status.ts';
import type { Entry, Names } from './load-journal.ts';

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

/** One change in French. Of scopes, what was given and what was taken away: the whole lists say too much. */
export function describeChange(change: Change, action: string, names: Names): Described[] {
  const { field, before, after } = change;
  if (field === 'scopes') return describeScopes(before, after, names);
  const own = action.startsWith('company.') ? COMPANY_FIELDS : USER_FIELDS;
  const label = own[field] ?? FIELDS[field] ?? field;
  return [{ label, before: sayValue(before, field, names), after: sayValue(after, field, names) }];
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
  if (value === null || value === undefined || value === '') return 'vide';
  if (value === true) return 'oui';
  if (value === false) return 'non';
  const text = String(value);
  return field === 'status' ? (statusLabels[text] ?? text) : text;
}

const statusLabels: Readonly<Record<string, string>> = userStatusLabels;

function companyName(id: number, { companies }: Names): string {
  return companies.get(id) ?? `n° ${id}`;
}
