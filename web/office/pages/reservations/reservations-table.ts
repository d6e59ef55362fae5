import { dayAt } from '#domain/branches/open-state.ts';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { centsOf } from '#domain/money/cents.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { formatClock } from '#domain/reservations/format-moment.ts';
import { formatPayment, formatState, type Row } from '../../reservations/format.ts';
import type { WrittenTable } from '../../tables/write-table.ts';

// Lines by hour of collection, refused and cancelled reservations too.
export function reservationsTable(rows: readonly Row[], scope: ListRange): WrittenTable {
  const titles = [
    ...['Numéro', 'État', 'Jour du retrait', 'Heure', 'Lieu', 'Client', 'E-mail', 'Téléphone'],
    ...['Opération', 'À apporter', 'Devise', 'À remettre', 'Devise', 'Dont frais (€)', 'Paiement'],
  ];
  return [titles, ...rows.map((row) => lineOf(row, scope))];
}

function lineOf(row: Row, scope: ListRange) {
  const { side, base, currency, offered, fee, handed_over } = asHandedOver(row);
  const isSale = side === 'sale';
  const brought = isSale ? ((centsOf(offered) ?? 0) + (centsOf(fee) ?? 0)) / 100 : offered;
  return [
    row.number,
    formatState(row.state),
    dayAt(Date.parse(row.pickup_at), row.time_zone).split('-').reverse().join('/'),
    formatClock(row.pickup_at, row.time_zone),
    [scope === 'all' ? row.company.name : '', row.branch?.name].filter(Boolean).join(', '),
    row.traveller?.first_name ?? 'Client effacé',
    row.traveller?.email ?? '',
    row.traveller?.phone ?? '',
    isSale ? 'Vente' : 'Achat',
    brought,
    isSale ? base : currency,
    handed_over,
    isSale ? currency : base,
    fee,
    formatPayment(row.payment),
  ];
}
