import type { Answer } from '#domain/api.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import { logInitials, logTime } from '#domain/rates/log-line.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { formatShortUtcDay } from '#web/shared/short-day.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { useOlder } from '../../use-older.ts';
import styles from './History.module.css';

type Logs = Answer<'GET /api/fixings/logs'>;
type Line = Logs[number];

const PAGE = 100;

type Props = {
  isOfAll?: boolean;
  logs: Logs;
  branch: number | null;
  at: Date;
};

export function History({ isOfAll = false, logs, branch, at }: Props) {
  const title = isOfAll ? 'Historique des fixings' : 'Historique de vos Fixing';
  const { lines, isWhole, showOlder } = useOlder({
    newest: logs,
    page: PAGE,
    loadBefore: ({ id }) =>
      call('GET /api/fixings/logs', { query: { before: id, ...(branch !== null && { branch }) } }),
  });

  return (
    <Card
      title={title}
      note={countLines(lines.length)}
      foot={
        isWhole ? null : (
          <Button variant="secondary" onClick={() => void showOlder()}>
            Afficher les précédents
          </Button>
        )
      }
    >
      {lines.length === 0 ? (
        <EmptyList>{isOfAll ? 'Les' : 'Vos'} fixings apparaîtront ici, le plus récent d’abord.</EmptyList>
      ) : (
        <Table label={title} columns={columnsAt(at, isOfAll)} rows={lines} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

function columnsAt(now: Date, isOfAll: boolean): Column<Line>[] {
  return [
    { title: 'Agent', width: 35, cell: (line) => <Agent line={line} showsCompany={isOfAll} /> },
    {
      title: 'Devise',
      width: 12,
      cell: ({ params: { currency } }) => <strong className={styles.code}>{currency.code}</strong>,
    },
    {
      title: 'Achat',
      width: 12,
      isFigure: true,
      cell: ({ params }) => formatAmount(params.amounts.purchase),
    },
    {
      title: 'Heure (UTC)',
      width: 17,
      isFigure: true,
      cell: ({ at }) => (
        <time dateTime={at} title={`${formatMoment(new Date(at))}, heure locale`}>
          <span className={styles.day}>{formatShortUtcDay(new Date(at), now)}</span> {logTime(new Date(at))}
        </time>
      ),
    },
    { title: 'Vente', width: 12, isFigure: true, cell: ({ params }) => formatAmount(params.amounts.sale) },
    {
      title: 'Taux interm.',
      width: 12,
      isFigure: true,
      cell: ({ params }) => formatRate(decimalOf(params.currency.rate)),
    },
  ];
}

function Agent({ line, showsCompany }: { line: Line; showsCompany: boolean }) {
  const { user } = line;
  const note = [showsCompany ? line.company.name : '', formatNote(line)].filter(Boolean).join(', ');
  return (
    <span className={styles.agent}>
      <span className={styles.initials} aria-hidden="true">
        {logInitials(user)}
      </span>
      <span>
        {user ? `${user.name} ${user.surname}` : 'Utilisateur inconnu'}
        {note ? <span className={styles.note}>{note}</span> : null}
      </span>
    </span>
  );
}

function formatNote({ is_held, is_refusal, is_confirmation, branch }: Line): string {
  const where = branch ? branch.name : [];
  if (is_refusal) return [where, 'taux retenu refusé'].flat().join(', ');
  return [where, is_confirmation ? 'confirmé' : [], is_held ? 'retenu' : []].flat().join(', ');
}

function formatAmount(amount: number | null): string {
  return amount === null ? '—' : formatFixing(amount);
}

function countLines(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'le dernier' : `les ${count} derniers`;
}
