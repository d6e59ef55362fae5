import type { Db } from '../db/open.ts';
import { listCodes, listCurrencies, readMidRates } from './mid-rates.ts';
import { scopeLabels } from './scopes.ts';

/** Inserts the currencies and scopes that every database needs. Existing rows stay unchanged. */
export async function insertReference(db: Db): Promise<void> {
  const currencies = listCurrencies(listCodes(await readMidRates()));
  const scopes = Object.entries(scopeLabels).map(([scope, label]) => ({ scope, label }));
  await db
    .insertInto('currencies')
    .values(currencies)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('scopes')
    .values(scopes)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
