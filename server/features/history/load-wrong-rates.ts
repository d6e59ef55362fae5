import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readWrongRates, type WrongRates } from '#domain/history/wrong-rates.ts';

const FILE = path.resolve(import.meta.dirname, '../../../content/wrong-rates.tsv');

let loaded: ReadonlyMap<string, readonly WrongRates[]> | undefined;

// Known wrong rates of a currency, read once a process.
export function wrongRatesOf(code: string): readonly WrongRates[] {
  loaded ??= Map.groupBy(readWrongRates(readFileSync(FILE, 'utf8')), (wrong) => wrong.code);
  return loaded.get(code) ?? [];
}
