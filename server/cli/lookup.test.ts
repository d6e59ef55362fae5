import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertReference } from '../seed/reference.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { aCompanyRow } from '../testing/rows.ts';
import { CommandFailure } from './failures.ts';
import { findCompany, findScope } from './lookup.ts';

let database: TestDatabase;

const NAMES = [
  'Change des Quais',
  'Quai 9',
  'Zéphyr Devises',
  'L’Or du Voyageur',
  'L’Or',
  'Œuvre & Cie',
  '2',
];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertReference(database.db);
  await add(NAMES);
});
afterAll(() => database.close());

async function add(names: readonly string[]): Promise<void> {
  const rows = names.map((name) =>
    aCompanyRow({ name, logo: 'default', site: `https://${encodeURI(name)}.example` }),
  );
  await database.db.insertInto('companies').values(rows).execute();
}

async function failure(found: Promise<unknown>): Promise<string> {
  const error = await found.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandFailure);
  return (error as CommandFailure).message;
}

test.each([
  ['change des quais', 'Change des Quais'],
  ['ZEPHYR DEVISES', 'Zéphyr Devises'],
  ['zephyr', 'Zéphyr Devises'],
  ["l'or du voyageur", 'L’Or du Voyageur'],
  // whole, though another one begins so
  ["l'or", 'L’Or'],
  ['oeuvre et', null],
  ['oeuvre cie', 'Œuvre & Cie'],
  // its number before its name
  ['1', 'Change des Quais'],
])('the company %j is %j', async (wanted, name) => {
  if (name === null) expect(await failure(findCompany(database.db, wanted))).toContain('Aucun bureau');
  else expect((await findCompany(database.db, wanted)).name).toBe(name);
});

test('an ambiguous name is refused, with the numbers of its matches', async () => {
  expect(await failure(findCompany(database.db, 'quai'))).toMatch(
    /^« quai » convient à 2 bureaux : .*\n {2}Quai 9 \(numéro 2\)\n {2}Change des Quais \(numéro 1\)$/,
  );
});

test('an unknown name is refused with the known ones, the nearest first and at most ten', async () => {
  const said = await failure(findCompany(database.db, 'Zefir Devises'));
  expect(said).toMatch(
    /^Aucun bureau ne s’appelle « Zefir Devises ». Sont connus :\n {2}Zéphyr Devises \(numéro 3\)\n/,
  );
  expect(said.split('\n')).toHaveLength(1 + NAMES.length);
  await add(Array.from({ length: 30 }, (_, i) => `Bureau ${i}`));
  const lines = (await failure(findCompany(database.db, 'Zefir Devises'))).split('\n');
  expect(lines).toHaveLength(12);
  expect(lines[1]).toBe('  Zéphyr Devises (numéro 3)');
  expect(lines.at(-1)).toBe('  et 27 autres');
});

test.each([
  ['fixings.list.me', 'fixings.list.me'],
  ['Fixings.List.ME', 'fixings.list.me'],
  ['fixings list me', 'fixings.list.me'],
  ['voir ses reservations', 'reservations.list.me'],
  ['fixings.list.*', 'fixings.list.*'],
  ['**', '**'],
])('the scope %j is %s', async (wanted, scope) => {
  expect(await findScope(database.db, wanted)).toBe(scope);
});

test.each([
  ['fixing.list.me', 'fixings.list.me : Voir et fixer les taux de change de son bureau'],
  ['journal', 'audit.list.all : Voir le journal des actions'],
  // rights are not given by a part of a word
  ['application', '** : Tous les droits sur l’application'],
])('the scope %j is refused, and %j is named first', async (wanted, first) => {
  const lines = (await failure(findScope(database.db, wanted))).split('\n');
  expect(lines[0]).toBe(`Aucun droit ne s’appelle « ${wanted} ». Sont connus :`);
  expect(lines[1]).toBe(`  ${first}`);
  expect(lines).toHaveLength(12);
});
