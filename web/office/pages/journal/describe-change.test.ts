import { expect, test } from 'vitest';
import { EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { branchFieldNames, branchFields, toBranchRow } from '#domain/branches/fields.ts';
import { companyFieldNames, companyFields, feesFieldNames, feesFields } from '#domain/companies/fields.ts';
import { termFields } from '#domain/terms/fields.ts';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import { typedTerms } from '#domain/terms/terms-draft.ts';
import { describeChanges, type Entry, formatAction, formatDescribed } from './describe-change.ts';

const closures = [{ from_day: '2026-12-24', to_day: '2026-12-26', reason: '' }];
const row = toBranchRow({ ...EMPTY_BRANCH, closures, rates: 'percent', percent: '-8' });
const entryOf = (action: string, field: string, after: unknown): Entry => ({
  id: 1,
  at: '2026-11-21T08:00:00.000Z',
  user: null,
  action,
  company: null,
  subject: null,
  companies: [],
  changes: [{ field, before: Array.isArray(after) ? [] : 'Avant', after }],
});

// fields that stand in another one, which changes with them
const isAlone = (field: string) => !['lat', 'lon'].includes(field);

test.each(
  branchFieldNames.filter(isAlone),
)('%s of a branch has its label in the journal, and French words', (field) => {
  const [described] = describeChanges(entryOf('branch.edited', field, row[field]), new Map());
  expect(described).toMatchObject({ label: branchFields[field].journal.label });
  expect(described).not.toHaveProperty('after', expect.stringMatching(/object|^$/));
});

test.each([
  ...companyFieldNames,
  ...feesFieldNames,
])('%s of a company has its label in the journal', (field) => {
  const [described] = describeChanges(entryOf('company.edited', field, true), new Map());
  expect(described).toMatchObject({ label: { ...companyFields, ...feesFields }[field].journal.label });
});

const changesOf = (changes: Record<string, [unknown, unknown]>) =>
  Object.entries(changes).map(([field, [before, after]]) => ({ field, before, after }));
const said = (action: string, changes: Record<string, [unknown, unknown]>) =>
  describeChanges({ ...entryOf(action, '', null), action, changes: changesOf(changes) }, new Map()).map(
    formatDescribed,
  );

test('the role root reads as French', () => {
  expect(said('user.edited', { role: ['agent', 'root'] })).toEqual([
    expect.stringMatching(/agent.*Utilisateur racine/),
  ]);
});

test('an added branch is its name, place and hours, not eighteen lines', () => {
  const added = toBranchRow({
    ...EMPTY_BRANCH,
    name: 'Part-Dieu',
    address: '5 place Béraudier',
    postcode: '69003',
    city: 'Lyon 3e',
    commune: '69383',
    lat: '45,7606',
    lon: '4,8593',
    small_notes: true,
  });
  const lines = said(
    'branch.added',
    Object.fromEntries(Object.entries(added).map(([field, value]) => [field, [null, value]])),
  );
  expect(lines).toEqual([
    'Nom\u00a0: Part-Dieu',
    'Type\u00a0: En ville',
    'Adresse\u00a0: 5 place Béraudier',
    'Code postal\u00a0: 69003',
    'Ville\u00a0: Lyon 3e',
    'Petites coupures\u00a0: oui',
    expect.stringMatching(/^Horaires\u00a0: lundi/i),
    'Position\u00a0: 45,7606 ; 4,8593',
  ]);
});

test.each([
  ['14:00', 'Agence fermée jusqu’à 14\u00a0h'],
  ['', 'Agence fermée pour le reste de la journée'],
])('a branch closed until %j is “%s”, with its name and reason', (until, title) => {
  const day = '2026-11-21';
  const changes: Record<string, [unknown, unknown]> = {
    name: ['Gare', 'Gare'],
    closures: [[], [{ from_day: day, from_time: '12:00', to_day: day, to_time: until, reason: 'Livraison' }]],
    until: [null, until],
    reason: [null, 'Livraison'],
  };
  const entry = { ...entryOf('branch.closed', '', null), changes: changesOf(changes) };
  expect(formatAction(entry)).toBe(title);
  const lines = describeChanges(entry, new Map()).map(formatDescribed);
  expect(lines.toSorted()).toEqual(['Agence\u00a0: Gare', 'Motif\u00a0: Livraison']);
});

test('a reopened branch is “Agence rouverte”, a branch closed for good “Agence fermée”', () => {
  expect(formatAction(entryOf('branch.reopened', 'name', 'Gare'))).toBe('Agence rouverte');
  expect(formatAction(entryOf('branch.closed', 'is_closed', true))).toBe('Agence fermée');
});

test('a moved branch is moved by a distance', () => {
  const moved = { name: ['Gare', 'Gare'], lat: [45.7606, 45.7616], lon: [4.8593, 4.8593] } as const;
  expect(said('branch.edited', { ...moved } as never)).toEqual([
    'Agence\u00a0: Gare',
    'Position\u00a0: déplacée de 111\u00a0m, à 45,7616 ; 4,8593',
  ]);
  expect(said('branch.edited', { lat: [45.7, null], lon: [4.8, null] })).toEqual(['Position\u00a0: retirée']);
});

test('terms are told by the names of their form', () => {
  const before = typedTerms(DEFAULT_TERMS);
  const changes = {
    airport_offered: [before.airport_offered, true],
    airport_delay: ['180', '90'],
    accepts_up_to: ['', '300'],
  } as const;
  expect(said('terms.edited', { ...changes } as never)).toEqual([
    'À l’aéroport, proposer ce retrait\u00a0: non → oui',
    'À l’aéroport, délai de préparation (min)\u00a0: 180 → 90',
    'Acceptation automatique jusqu’à (€)\u00a0: vide → 300',
  ]);
});

test.each(Object.values(termFields).flat())('%s of the terms has its label in the journal', (field) => {
  const [line] = said('terms.edited', { [field]: ['1', '2'] });
  expect(line).toMatch(/^\p{Lu}.*\u00a0: 1 → 2$/u);
});

test('stocks are told by cell', () => {
  const cells = (usd: number | null, eur: number | null) => [
    { branch: 'Gare', currency: 'USD', ready: usd },
    { branch: null, currency: 'EUR', ready: eur },
  ];
  const changes = [cells(null, 500), cells(1500, null)] as [unknown, unknown];
  expect(said('stocks.edited', { day: ['2026-11-28', '2026-11-28'], stocks: changes })).toEqual([
    'Jour\u00a0: 28/11/2026',
    'USD, Gare\u00a0: comme chaque jour → 1\u202f500',
    'EUR\u00a0: 500 → comme chaque jour',
  ]);
  expect(said('stocks.edited', { day: [null, null], stocks: changes })).toEqual([
    'Jour\u00a0: chaque jour',
    'USD, Gare\u00a0: vide → 1\u202f500',
    'EUR\u00a0: 500 → vide',
  ]);
  const [day, count] = [null, 120].map((value) => [value, value] as [unknown, unknown]);
  expect(said('stocks.edited', { day, count, stocks: changes } as never).at(-1)).toBe(
    'En tout\u00a0: 120 cases',
  );
});
