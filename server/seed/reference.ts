import type { Db } from '../db/open.ts';
import { listCodes, listCurrencies, readMidRates } from './mid-rates.ts';
import { scopeLabels } from './scopes.ts';

/**
 * The currencies and the scopes that the product knows: what every database needs before anything else, a
 * demonstration or not. What is there already stays as it is.
 */
export async function keepReference(db: Db): Promise<void> {
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
