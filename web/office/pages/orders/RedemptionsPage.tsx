import { Link } from 'react-router';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import { formatLocalMoment } from '#domain/reservations/format-moment.ts';
import { formatRedeemedNetRate } from '#domain/reservations/redeem.ts';
import type { RedemptionPaper } from '#domain/reservations/redemption.ts';
import { callPage } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../addresses.ts';
import { addressOfList, readPage } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { formatCount } from '../../reservations/format.ts';
import { findListScope } from '../../reservations/waiting.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';
import styles from './OrdersPage.module.css';

export const redemptionsPage = page({
  title: 'Reprises',
  needs: [],
  load: loadRegister,
  Component: ({ data }) => (data ? <Register data={data} /> : <Placeholder of="orders" />),
});

type RegisterData = {
  scope: ListRange;
  number: number;
  rows: readonly RedemptionPaper[];
  total: number;
};

async function loadRegister({ user, url, signal }: Visit): Promise<RegisterData | null> {
  const scope = findListScope(user, 'orders');
  if (!scope) return null;
  const number = readPage(url.searchParams);
  const query = { page: number };
  return { scope, number, ...(await callPage('GET /api/reservations/redemptions', { signal, query })) };
}

function Register({ data: { scope, number, rows, total } }: { data: RegisterData }) {
  return (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      <Card title="Registre des reprises" note={formatCount(total, 'reprise')}>
        {total === 0 ? (
          <EmptyList>
            Aucun billet n’a été repris. Une reprise se fait depuis la ligne d’une{' '}
            <Link to={addresses.collectedOrders}>commande remise</Link>.
          </EmptyList>
        ) : (
          <Table
            label="Registre des reprises"
            columns={columnsFor(scope)}
            rows={rows}
            keyOf={({ reservation, number: own }) => `${reservation.id}-${own}`}
          />
        )}
      </Card>
      <Pagination
        page={number}
        last={countPages(total, PAGE_SIZE)}
        link={(to, text) => <Link to={addressOfList({ q: '', page: to })}>{text}</Link>}
      />
    </>
  );
}

function columnsFor(scope: ListRange): Column<RedemptionPaper>[] {
  return [
    {
      title: 'Reprise',
      width: 26,
      isRowHeader: true,
      cell: ({ number, at, time_zone, reservation }) => (
        <span className={styles.lines}>
          <Link to={addresses.redemption(reservation.id, number)}>{`Reprise n°\u00a0${number}`}</Link>
          <span className={styles.soft}>{formatLocalMoment(at, time_zone)}</span>
        </span>
      ),
    },
    {
      title: 'Rendu',
      width: 18,
      cell: ({ currency, amount }) => formatAmount(currency, centsOf(amount) ?? 0),
    },
    {
      title: 'Payé',
      width: 22,
      cell: (paper) => (
        <span className={styles.lines}>
          <strong>{formatAmount(paper.base, centsOf(paper.paid) ?? 0)}</strong>
          <span className={styles.soft}>{`net, ${formatRedeemedNetRate(paper, paper.percent_off)}`}</span>
        </span>
      ),
    },
    {
      title: 'Premier bordereau',
      width: 18,
      cell: ({ slip, reservation }) => (
        <span className={styles.lines}>
          <Link to={addresses.slip(reservation.id)}>{`Bordereau n°\u00a0${slip}`}</Link>
          <span className={styles.soft}>{`commande n°\u00a0${reservation.number}`}</span>
        </span>
      ),
    },
    {
      title: 'Par',
      width: 16,
      cell: ({ by, company, branch }) => (
        <span className={styles.lines}>
          <span>{by}</span>
          <span className={styles.soft}>
            {[scope === 'all' ? company : '', branch].filter(Boolean).join(', ')}
          </span>
        </span>
      ),
    },
  ];
}
