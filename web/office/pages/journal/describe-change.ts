import type { Answer } from '#domain/api.ts';
import { auditActions, type JournalStock } from '#domain/audit/audit.ts';
import { EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { branchFieldNames, branchFields, toBranchRow } from '#domain/branches/fields.ts';
import { formatTime } from '#domain/branches/format-hours.ts';
import { companyFields, feesFields } from '#domain/companies/fields.ts';
import { NO_LOGO } from '#domain/companies/logo.ts';
import { roleLabel } from '#domain/iam/grants.ts';
import { metresBetween } from '#domain/places/distance.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import { formatTermLabel, termFields } from '#domain/terms/fields.ts';
import { formatStock } from '#domain/terms/stock-cells.ts';
import type { TermsForm } from '#domain/terms/terms-draft.ts';
import { userFields } from '#domain/users/fields.ts';
import { userStatusLabels } from '#domain/users/user-status.ts';
import { mapFields } from '#domain/validation/fields.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { formatBranchValue } from './format-branch-value.ts';

export type Entry = Answer<'GET /api/audit'>[number];

export type ScopeLabels = ReadonlyMap<string, string>;

type Change = Entry['changes'][number];
export type Described = { label: string; before: string; after: string } | { label: string; text: string };

const actionLabels: Readonly<Record<string, string>> = auditActions;

export function formatAction({ action, changes }: Entry): string {
  const label = actionLabels[action] ?? action;
  const until = changes.find(({ field }) => field === 'until')?.after;
  if (action !== 'branch.closed' || typeof until !== 'string') return label;
  return `${label} ${until === '' ? 'pour le reste de la journée' : `jusqu’à ${formatTime(until)}`}`;
}

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
  day: 'Jour des taux',
  source: 'Source',
  accepted: 'Taux acceptés',
};

// order of the forms: the database returns changes in none
const ORDER = [
  ...'name surname mail branch currency purchase sale'.split(' '),
  ...branchFieldNames,
  'position',
  ...'site is_partner authorisation logo company_id status role scopes'.split(' '),
  ...Object.values(termFields).flat(),
];

export function describeChanges(entry: Entry, scopes: ScopeLabels): Described[] {
  const noun = nounOf(entry);
  if (noun === 'stocks') return describeStocks(entry.changes);
  const isAdded = entry.changes.length > 1 && ADDED.includes(entry.action);
  return withoutTwins(isAdded && noun === 'branch' ? entry.changes.filter(isChosen) : entry.changes)
    .toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field))
    .flatMap((change) => describeChange(change, entry, scopes))
    .map((described) =>
      isAdded && 'after' in described ? { label: described.label, text: described.after } : described,
    );
}

const ADDED = ['company.added', 'branch.added', 'user.invited'];

const nounOf = ({ action }: Pick<Entry, 'action'>) => action.split('.')[0] ?? '';

// Values of an added branch that differ from the proposed ones.
function isChosen({ field, after }: Change): boolean {
  if (['name', 'kind', 'hours', 'city'].includes(field)) return true;
  const proposed: Readonly<Record<string, unknown>> = PROPOSED;
  return JSON.stringify(after) !== JSON.stringify(proposed[field]);
}
const PROPOSED = toBranchRow(EMPTY_BRANCH);

// Fields that follow from another changed one, which says enough to a person.
const TWINS: Readonly<Record<string, string>> = {
  commune: 'city',
  takes_cards: 'payment_means',
  // hours of a closing, which its title says
  closures: 'until',
  time_zone: 'postcode',
  holidays_region: 'postcode',
};

// Latitude and longitude are one position.
function withoutTwins(changes: readonly Change[]): Change[] {
  const of = (field: string) => changes.find((change) => change.field === field);
  const [lat, lon] = [of('lat'), of('lon')];
  const rest = changes.filter(({ field }) => !of(TWINS[field] ?? ''));
  if (!lat || !lon) return rest;
  const pair = (side: 'before' | 'after') =>
    lat[side] === null || lon[side] === null ? null : { lat: lat[side], lon: lon[side] };
  return [
    ...rest.filter(({ field }) => field !== 'lat' && field !== 'lon'),
    { field: 'position', before: pair('before'), after: pair('after') },
  ];
}

/**
 * Describes scopes by their difference, because the full lists are too long. An added company or user lists
 * no empty fields.
 */
function describeChange(change: Change, entry: Entry, scopes: ScopeLabels): Described[] {
  const { field, before, after } = change;
  const noun = nounOf(entry);
  if (noun === 'branch' && field === 'until') return [];
  if (field === 'reason') return [{ label: 'Motif', text: String(after) }];
  if (field === 'link') return [{ label: 'Lien', text: `n°\u00a0${after}` }];
  if (field === 'branch') return [{ label: 'Agence', text: String(after) }];
  if (field === 'currency') return [{ label: 'Devise', text: String(after) }];
  if (field === 'scopes') return describeScopes(before, after, scopes);
  if (field === 'position') return [describePosition(before as Spot | null, after as Spot | null)];
  // name of the branch, whether or not it changed
  if (noun === 'branch' && field === 'name' && before === after)
    return [{ label: 'Agence', text: String(after) }];
  const label = noun === 'terms' ? formatTermLabel(field as keyof TermsForm) : LABELS[noun]?.[field];
  const [was, is] = [before, after].map((value) => formatValue(value, field, entry.companies));
  return was === undefined || is === undefined || was === is
    ? []
    : [{ label: label ?? FIELDS[field] ?? field, before: was, after: is }];
}

type Spot = { lat: number; lon: number };

function describePosition(before: Spot | null, after: Spot | null): Described {
  const label = 'Position';
  if (!after) return { label, text: 'retirée' };
  const text = [after.lat, after.lon].map((degrees) => String(degrees).replace('.', ',')).join(' ; ');
  if (!before) return { label, text };
  return { label, text: `déplacée de ${formatMetres(metresBetween(before, after))}, à ${text}` };
}

function formatMetres(metres: number): string {
  return metres < 1_000
    ? `${Math.max(1, Math.round(metres))}\u00a0m`
    : `${(metres / 1_000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0km`;
}

function describeStocks(changes: readonly Change[]): Described[] {
  const of = (field: string) => changes.find((change) => change.field === field);
  const day = of('day')?.after;
  const count = of('count')?.after;
  const { before, after } = of('stocks') ?? {};
  // both lists have the same cells
  const [was, is] = [before, after].map((list) => (Array.isArray(list) ? (list as JournalStock[]) : []));
  const none = typeof day === 'string' ? 'comme chaque jour' : 'vide';
  const format = (cell: JournalStock | undefined) =>
    typeof cell?.ready === 'number' ? formatStock(cell.ready) : none;
  return [
    { label: 'Jour', text: typeof day === 'string' ? day.split('-').reverse().join('/') : 'chaque jour' },
    ...(is ?? []).map((cell, i) => ({
      label: [cell.currency, cell.branch].filter(Boolean).join(', '),
      before: format(was?.[i]),
      after: format(cell),
    })),
    ...(is && typeof count === 'number' && count > is.length
      ? [{ label: 'En tout', text: `${count} cases` }]
      : []),
  ];
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

// Text of a change in a file.
export function formatDescribed(described: Described): string {
  if ('text' in described) return `${described.label}\u00a0: ${described.text}`;
  return `${described.label}\u00a0: ${described.before} → ${described.after}`;
}
