import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { importRates } from '../features/rates-feed/import-rates.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

const REASONS = {
  older: 'plus ancien que celui qui est gardé',
  not_positive: 'nul ou négatif',
  unreadable: 'illisible',
  jump: 'écart de plus de 25 %, à confirmer par un autre jour',
} as const;

export async function importRatesFile(shell: Shell, file: string): Promise<void> {
  const text = await readFile(shell.resolvePath(file), 'utf8');
  const { db } = await openSession(shell);
  const taken = await importRates(db, text, { source: basename(file), now: new Date() });
  shell.print(
    `taux du ${taken.day} (${taken.source}) : ${taken.accepted} admis, dont ${taken.added} nouveaux, ${taken.refusals.length} refusés`,
  );
  for (const { code, rate, held, reason } of taken.refusals) {
    shell.print(`  ${code} ${rate} refusé : ${REASONS[reason]}${held === null ? '' : ` (gardé : ${held})`}`);
  }
}
