import type { FixingLog, LogsFilter } from '#domain/rates/fixing.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import type { WrittenTable } from '../../../tables/write-table.ts';
import { formatOrigin } from './changes.tsx';

const PAGE_SIZE = 500;
/** Several years of a company; a browser's memory holds as many. */
const MAX_LINES = 50_000;

const TITLES = [
  'Date (heure locale)',
  'Bureau',
  'Par',
  'Origine',
  'Devise',
  'Achat avant',
  'Achat',
  'Vente avant',
  'Vente',
  'Taux intermédiaire',
];

export async function collectHistory(filter: LogsFilter): Promise<WrittenTable> {
  const lines: FixingLog[] = [];
  for (;;) {
    const last = lines.at(-1);
    const query = { ...filter, limit: PAGE_SIZE, ...(last && { before: last.id }) };
    const next = await call('GET /api/fixings/logs', { query });
    lines.push(...next);
    if (next.length < PAGE_SIZE || lines.length >= MAX_LINES) return [TITLES, ...lines.map(toCells)];
  }
}

function toCells(line: FixingLog) {
  const { at, company, user, former, params } = line;
  return [
    formatMoment(new Date(at)),
    company.name,
    user ? `${user.name} ${user.surname}`.trim() : null,
    formatOrigin(line),
    params.currency.code,
    former?.purchase ?? null,
    params.amounts.purchase,
    former?.sale ?? null,
    params.amounts.sale,
    params.currency.rate,
  ];
}
