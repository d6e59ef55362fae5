import { Link } from 'react-router';
import { groupDigits } from '#domain/money/format.ts';
import type { OldRates } from '#domain/rates/history.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';

type Props = { old: OldRates; at: Date; linkTo: (company: number) => string };
type StaleCompany = OldRates['bureaux'][number];

export function StaleCompanies({ old: { hours, total, bureaux: companies }, at, linkTo }: Props) {
  const title = `Bureaux dont les taux ont plus de ${hours} h`;
  return (
    <Card title={title} note={formatCount(total, companies.length)} canFold>
      {total === 0 ? (
        <EmptyList>Tous les bureaux ont fixé ou confirmé leurs taux.</EmptyList>
      ) : (
        <Table
          label={title}
          columns={columnsAt(at, hours, linkTo)}
          rows={companies}
          keyOf={({ company }) => company.id}
        />
      )}
    </Card>
  );
}

function columnsAt(now: Date, hours: number, linkTo: Props['linkTo']): Column<StaleCompany>[] {
  return [
    {
      title: 'Bureau',
      width: 50,
      isRowHeader: true,
      cell: ({ company }) => <Link to={linkTo(company.id)}>{company.name}</Link>,
    },
    {
      title: `De plus de ${hours} h`,
      width: 25,
      isFigure: true,
      cell: ({ old, of }) => `${old} taux sur ${of}`,
    },
    {
      title: 'Dernier fixing',
      width: 25,
      isFigure: true,
      cell: ({ newest_at }) => formatRecent(new Date(newest_at), now),
    },
  ];
}

function formatCount(total: number, shown: number): string {
  if (total === 0) return '';
  const all = total === 1 ? '1 bureau' : `${groupDigits(String(total))} bureaux`;
  return shown < total ? `${shown} sur ${all}` : all;
}
