import { useState } from 'react';
import { centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { formatLocalShortDay } from '#domain/reservations/format-moment.ts';
import type { Stock } from '#domain/terms/terms.ts';
import { searchForm } from '#domain/text/search.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import styles from './TermsPage.module.css';

type Props = {
  stocks: readonly Stock[];
  branches: readonly { id: number; name: string }[];
  currencies: readonly { code: string; label: string }[];
  onFill: (stock: Stock) => void;
};
type Group = { code: string; label: string; stocks: Stock[]; promised: number; ready: number };

const MAX_UNFOLDED = 2;
const GROUPS_BEFORE_MORE = 12;

export function StockGroups({ stocks, branches, currencies, onFill }: Props) {
  const [q, setQ] = useState('');
  const [isWhole, setWhole] = useState(false);
  const names = new Map(branches.map(({ id, name }) => [id, name]));
  const groups = groupsOf(stocks, currencies);
  const typed = searchForm(q.trim());
  const found = groups.filter(({ code, label, stocks: ofCode }) =>
    searchForm(
      `${code} ${label} ${ofCode.map(({ branch }) => names.get(branch ?? 0) ?? '').join(' ')}`,
    ).includes(typed),
  );
  const shown = isWhole || typed ? found : found.slice(0, GROUPS_BEFORE_MORE);
  const isFew = found.length <= MAX_UNFOLDED;
  const columns = columnsFor(names, onFill);
  return (
    <>
      {groups.length > MAX_UNFOLDED ? (
        <div className={styles.search}>
          <SearchField
            label="Chercher un stock"
            placeholder="Devise ou agence"
            value={q}
            onType={setQ}
            hasSlashShortcut
          />
        </div>
      ) : null}
      {shown.length === 0 ? <EmptyList>Aucun stock ne répond à cette recherche.</EmptyList> : null}
      {shown.map(({ code, label, promised, ready, stocks: ofCode }) => (
        <details key={`${code} ${isFew}`} className={styles.group} open={isFew}>
          <summary>
            <strong>{code}</strong>
            <span className={styles.label}>{label}</span>
            <span className={styles.sum}>
              {formatCents(code, ready)} par jour
              {promised > 0 ? `, ${formatCents(code, promised)} promis` : ''}
            </span>
          </summary>
          <Table
            label={`Stocks, ${code}`}
            columns={columns}
            rows={ofCode}
            keyOf={({ branch, day }) => `${branch}-${day}`}
          />
        </details>
      ))}
      {shown.length < found.length ? (
        <div className={styles.whole}>
          <Button variant="secondary" size="small" onClick={() => setWhole(true)}>
            {`Les ${found.length} devises`}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function groupsOf(stocks: readonly Stock[], currencies: Props['currencies']): Group[] {
  const labels = new Map(currencies.map(({ code, label }) => [code, label]));
  const sum = (of: readonly Stock[], amount: (stock: Stock) => number) =>
    of.reduce((total, stock) => total + (centsOf(amount(stock)) ?? 0), 0);
  const byCode = new Map<string, Stock[]>();
  for (const stock of stocks) byCode.set(stock.currency, [...(byCode.get(stock.currency) ?? []), stock]);
  return [...byCode]
    .map(([code, ofCode]) => ({
      code,
      label: labels.get(code) ?? '',
      stocks: ofCode,
      promised: sum(ofCode, ({ promised }) => promised),
      ready: sum(ofCode, ({ day, ready }) => (day === null ? ready : 0)),
    }))
    .sort(
      (a, b) =>
        Number(b.promised > 0) - Number(a.promised > 0) ||
        Number(b.ready > 0) - Number(a.ready > 0) ||
        a.code.localeCompare(b.code),
    );
}

function columnsFor(names: ReadonlyMap<number, string>, onFill: Props['onFill']): Column<Stock>[] {
  return [
    {
      title: 'Agence',
      width: 30,
      isRowHeader: true,
      cell: ({ branch }) => (branch === null ? 'Le bureau' : (names.get(branch) ?? 'Agence fermée')),
    },
    {
      title: 'Jour',
      width: 24,
      cell: ({ day }) => (day === null ? 'Chaque jour' : formatLocalShortDay(day)),
    },
    {
      title: 'Disponible',
      width: 16,
      isFigure: true,
      cell: ({ currency, ready }) => formatCents(currency, centsOf(ready) ?? 0),
    },
    {
      title: 'Promis',
      width: 16,
      isFigure: true,
      cell: ({ currency, promised, day }) =>
        day === null ? '—' : formatCents(currency, centsOf(promised) ?? 0),
    },
    {
      title: 'Modifier',
      width: 14,
      isTitleHidden: true,
      cell: (stock) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Modifier : ${stock.currency}, ${names.get(stock.branch ?? 0) ?? 'le bureau'}, ${stock.day === null ? 'chaque jour' : formatLocalShortDay(stock.day)}`}
          onClick={() => onFill(stock)}
        >
          Modifier
        </Button>
      ),
    },
  ];
}

function formatCents(currency: string, cents: number): string {
  return formatShortAmount(currency, cents);
}
