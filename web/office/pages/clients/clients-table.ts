import { dayAt } from '#domain/branches/open-state.ts';
import type { Client } from '#domain/clients/client.ts';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import type { WrittenTable } from '../../tables/write-table.ts';
import { formatTotal } from './format-total.ts';

export function clientsTable(clients: readonly Client[], scope: ListRange): WrittenTable {
  const isOfAll = scope === 'all';
  return [
    [
      ...['Prénom', 'E-mail', 'Téléphone', ...(isOfAll ? ['Bureau'] : [])],
      ...['Réservations', 'Remises', 'Dernière réservation', 'Échangé', 'Note'],
    ],
    ...clients.map((client) => [
      client.first_name,
      client.email,
      client.phone,
      ...(isOfAll ? [client.company.name] : []),
      client.reservations,
      client.collected,
      dayAt(Date.parse(client.last_at), COUNTER_ZONE).split('-').reverse().join('/'),
      client.totals.map(formatTotal).join(', '),
      client.note,
    ]),
  ];
}
