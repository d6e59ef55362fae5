import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import { COUNTER_ZONE, formatDayOf } from '#domain/reservations/format-moment.ts';
import type { Stocks } from '#domain/terms/terms.ts';
import { isDay } from '#domain/text/day.ts';
import { searchForm } from '#domain/text/search.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { Select, TextInput } from '#web/shared/ui/TextInput.tsx';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { addresses } from '../../addresses.ts';
import { AskBeforeLeaving } from '../../forms/Form.tsx';
import { page, type Visit } from '../../page.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { NoOwnCompany } from '../../ui/NoOwnCompany.tsx';
import { useLastField } from '../../ui/use-last-field.ts';
import { StockBar } from './StockBar.tsx';
import { StockGrid } from './StockGrid.tsx';
import styles from './StocksPage.module.css';
import { type Column, useStockCells } from './use-stock-cells.ts';

export const stocksPage = page({
  title: 'Stocks',
  needs: ['orders.edit.me'],
  load: loadStocks,
  Component: ({ data }) => (data ? <StocksByDay data={data} /> : <NoOwnCompany lacks="stocks à régler" />),
});

// `day` null: the usual figures, beside those of today.
type StocksData = {
  day: string | null;
  today: string;
  opened: { currency: string; branch: number | null } | null;
  list: Stocks;
};

async function loadStocks({ user, url, signal }: Visit): Promise<StocksData | null> {
  if (user.company_id === null) return null;
  const today = dayAt(Date.now(), COUNTER_ZONE);
  const asked = url.searchParams.get('jour') ?? '';
  const day = isDay(asked) && asked >= dayAfter(today, -1) ? asked : null;
  const currency = url.searchParams.get('devise');
  const branch = Number(url.searchParams.get('agence'));
  const list = await call('GET /api/reservations/stocks', { signal, query: { day: day ?? today } });
  return { day, today, list, opened: currency === null ? null : { currency, branch: branch || null } };
}

const COLUMNS = 6;

function StocksByDay({ data }: { data: StocksData }) {
  // same branch on every day
  const [branch, setBranch] = useState(data.opened?.branch ?? null);
  return <StocksOfDay key={data.day} data={data} branch={branch} onBranch={setBranch} />;
}

type DayProps = { data: StocksData; branch: number | null; onBranch: (id: number | null) => void };

function StocksOfDay({ data: { day, today, opened, list }, branch, onBranch }: DayProps) {
  const navigate = useNavigate();
  const columns: Column[] = list.branches.length > 0 ? list.branches : [{ id: null, name: 'Le bureau' }];
  const width = useTableRoom() ? COLUMNS : 1;
  const chosen = Math.max(
    0,
    columns.findIndex(({ id }) => id === branch),
  );
  const first = Math.min(chosen - (chosen % width), columns.length - 1);
  const shown = columns.slice(first, first + width);
  const [q, setQ] = useState('');
  const typed = searchForm(q.trim());
  const rows = list.currencies.filter(({ code, label }) => searchForm(`${code} ${label}`).includes(typed));
  const form = useStockCells({ day, columns, list });
  const grid = useRef<HTMLDivElement>(null);
  const focusLastField = useLastField(grid);
  return (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      {form.changes.length > 0 ? <AskBeforeLeaving isOfSearch isUnsaved={form.isUnsaved} /> : null}
      <div className={styles.tools}>
        <nav className={styles.days} aria-label="Jour">
          <ActionLink to={addresses.stocks} size="small" variant="secondary" isCurrent={day === null}>
            Chaque jour
          </ActionLink>
          <ActionLink
            to={addresses.stocksOf(today)}
            size="small"
            variant="secondary"
            isCurrent={day === today}
          >
            Aujourd’hui
          </ActionLink>
          <TextInput
            size="small"
            className={styles.date}
            type="date"
            aria-label="Un autre jour"
            min={today}
            value={day ?? ''}
            onChange={({ currentTarget: { value } }) => {
              if (isDay(value)) void navigate(addresses.stocksOf(value));
            }}
          />
        </nav>
        {columns.length > width ? (
          <Select
            className={styles.branches}
            aria-label={width === 1 ? 'Agence' : 'Agences'}
            value={first}
            onChange={({ currentTarget }) => onBranch(columns[Number(currentTarget.value)]?.id ?? null)}
          >
            {groupsOf(columns, width).map(({ at, label }) => (
              <option key={at} value={at}>
                {label}
              </option>
            ))}
          </Select>
        ) : null}
        <div className={styles.search}>
          <SearchField
            label="Chercher une devise"
            placeholder="Devise"
            value={q}
            onType={setQ}
            hasSlashShortcut
          />
        </div>
      </div>
      <Card
        title={day === null ? 'Chaque jour' : formatDayOf(day)}
        note={
          day === null
            ? 'Les montants que chaque guichet peut promettre par jour. Un jour à part se règle dans sa grille.'
            : 'Une cellule vide suit le chiffre de chaque jour, en gris.'
        }
      >
        {rows.length === 0 ? (
          <EmptyList>Aucune devise ne répond à cette recherche.</EmptyList>
        ) : (
          <div ref={grid}>
            <StockGrid rows={rows} columns={shown} firstColumn={first} form={form} opened={opened} />
          </div>
        )}
      </Card>
      <StockBar form={form} onGone={focusLastField} />
    </>
  );
}

function groupsOf(columns: readonly Column[], width: number): { at: number; label: string }[] {
  const starts = columns.flatMap((_, at) => (at % width === 0 ? [at] : []));
  return starts.map((at) => {
    const last = Math.min(at + width, columns.length) - 1;
    const names = [columns[at]?.name, ...(last > at ? [columns[last]?.name] : [])];
    return { at, label: names.join(' à ') };
  });
}
