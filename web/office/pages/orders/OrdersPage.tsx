import { type ComponentProps, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ListedBranch } from '#domain/branches/branch-draft.ts';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { requiresIdentity } from '#domain/reservations/bring.ts';
import { reservationStates } from '#domain/reservations/states.ts';
import { formatNotes } from '#domain/reservations/words.ts';
import { call, callPage } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../addresses.ts';
import { readPage, readSearch } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { ClosedNow } from '../../reservations/ClosedNow.tsx';
import { CloseNow } from '../../reservations/CloseNow.tsx';
import {
  formatBrought,
  formatClient,
  formatCount,
  formatHandedOver,
  formatPayment,
  formatPickup,
  formatState,
  type Row,
  toneOf,
} from '../../reservations/format.ts';
import { useLive } from '../../reservations/use-live.ts';
import { findListScope, mayEdit } from '../../reservations/waiting.ts';
import { hasScope } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';
import { useFocusRecovery } from '../../ui/use-focus-recovery.ts';
import { CodeField } from './CodeField.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { Linked } from './Linked.tsx';
import { OrderActions, STEP_SELECTOR, stepSelector } from './OrderActions.tsx';
import { type Filter, OrderFilters } from './OrderFilters.tsx';
import styles from './OrdersPage.module.css';
import { SelectedOrders } from './SelectedOrders.tsx';
import { SlipLink } from './SlipLink.tsx';
import { Tools } from './Tools.tsx';

export const ordersPage = page({
  needs: [],
  load: loadOrders,
  Component: ({ data }) => (data ? <Orders data={data} /> : <Placeholder of="orders" />),
});

type Branch = ListedBranch;
type OrdersData = {
  scope: ListRange;
  filter: Filter;
  branches: readonly Branch[];
  list: { rows: readonly Row[]; total: number };
};

async function loadOrders({ user, url, signal }: Visit): Promise<OrdersData | null> {
  const scope = findListScope(user, 'orders');
  if (!scope) return null;
  const filter = readFilter(url.searchParams);
  const [list, branches] = await Promise.all([
    callPage('GET /api/reservations', { signal, query: queryOf(filter) }),
    scope === 'own' && hasScope(user, 'branches.list.me') ? call('GET /api/branches', { signal }) : [],
  ]);
  return { scope: scope, filter, list, branches };
}

function readFilter(parameters: URLSearchParams): Filter {
  const state = parameters.get('etat') ?? 'open';
  const branch = Number(parameters.get('agence'));
  return {
    state: state in reservationStates || state === 'all' || state === 'to_move' ? state : 'open',
    branch: Number.isInteger(branch) && branch > 0 && branch < 1_000_000_000 ? branch : null,
    q: readSearch(parameters),
    page: readPage(parameters),
  };
}

function addressOf({ state, branch, q, page: number }: Filter): { search: string } {
  return {
    search: buildQuery({
      etat: state === 'open' ? undefined : state,
      agence: branch ?? undefined,
      recherche: q,
      page: number === 1 ? undefined : number,
    }),
  };
}

function queryOf({ state, branch, q, page: number }: Filter) {
  return { page: number, q, ...(state !== 'all' && { state }), ...(branch !== null && { branch }) };
}

function Orders({ data: { scope, filter, branches, list: loaded } }: { data: OrdersData }) {
  const [{ rows, total }, reread] = useLive(loaded, () =>
    callPage('GET /api/reservations', { query: queryOf(filter), isBackground: true }),
  );
  const [isSkipShown, setSkipShown] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const user = useClientState((state) => state.user);
  const isEditor = mayEdit(user);
  const inBusiness = branches.filter(({ is_closed }) => !is_closed);
  const mayClose = inBusiness.length > 0 && hasScope(user, 'branches.edit.me');
  const selected = rows.filter(({ id, ended_at }) => chosen.has(id) && ended_at === null);
  const around = useRef<HTMLDivElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useFocusRecovery(around, (own) => {
    const row = rows.find(({ id }) => id === own.dataset.row);
    // a ready order goes on with its code
    return row?.state === 'ready' ? codeField.current : own.querySelector<HTMLElement>(STEP_SELECTOR);
  });
  const waiting = findWaiting(rows);
  const focusWaiting = () =>
    waiting && around.current?.querySelector<HTMLElement>(stepSelector(waiting.step))?.focus();
  const columns = columnsFor({ scope, isEditor, chosen, setChosen, reread });
  return (
    <div ref={around} className={styles.page}>
      {isEditor ? (
        <CodeField
          field={codeField}
          onCollected={reread}
          focusWaiting={waiting === null ? null : focusWaiting}
        />
      ) : null}
      {isEditor && waiting !== null ? (
        <Button
          variant="secondary"
          size="small"
          className={isSkipShown ? '' : 'visually-hidden'}
          onFocus={() => setSkipShown(true)}
          onBlur={() => setSkipShown(false)}
          onClick={focusWaiting}
        >
          {waiting.way}
        </Button>
      ) : null}
      <ClosedNow branches={inBusiness} mayReopen={mayClose} />
      <OrderFilters filter={filter} branches={branches} addressOf={addressOf} />
      <Card title="Commandes" note={formatCount(total, 'commande')}>
        {total === 0 ? (
          <EmptyList>
            {filter.state === 'open' && filter.q === '' && filter.branch === null
              ? 'Tout est traité. Une demande s’affiche ici dès qu’elle arrive.'
              : 'Aucune commande ne répond à ces filtres.'}
            {filter.q !== '' && filter.state !== 'all' ? (
              <>
                {' '}
                <Link to={addressOf({ ...filter, state: 'all', page: 1 })}>
                  Chercher dans toutes les commandes
                </Link>
              </>
            ) : null}
          </EmptyList>
        ) : (
          <Table label="Commandes" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Card>
      <Pagination
        page={filter.page}
        last={countPages(total, PAGE_SIZE)}
        link={(to, text) => <Link to={addressOf({ ...filter, page: to })}>{text}</Link>}
      />
      <Tools>{mayClose ? <CloseNow branches={inBusiness} branch={filter.branch} /> : null}</Tools>
      <KeysHelp codeField={codeField} />
      {selected.length > 0 ? (
        <SelectedOrders rows={selected} onDone={reread} onClear={() => setChosen(new Set())} />
      ) : null}
    </div>
  );
}

// Requests are answered before accepted orders are prepared. null: neither is listed.
function findWaiting(rows: readonly Row[]): { step: 'accept' | 'ready'; way: string } | null {
  const has = (one: string) => rows.some(({ state }) => state === one);
  if (has('requested')) return { step: 'accept', way: 'Aller à la première demande' };
  return has('accepted') ? { step: 'ready', way: 'Aller à la première commande à préparer' } : null;
}

type ColumnOptions = {
  scope: ListRange;
  isEditor: boolean;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
  reread: () => Promise<void>;
};

function columnsFor({ scope, isEditor, chosen, setChosen, reread }: ColumnOptions): Column<Row>[] {
  const now = new Date();
  const choose = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return [
    {
      title: 'Client',
      width: 20,
      isRowHeader: true,
      cell: (row) => (
        <span className={styles.client}>
          {isEditor && row.ended_at === null ? (
            <input
              className={styles.box}
              type="checkbox"
              aria-label={`Choisir la commande de ${formatClient(row)}`}
              checked={chosen.has(row.id)}
              onChange={() => choose(row.id)}
            />
          ) : null}
          <span className={styles.lines}>
            <strong>{formatClient(row)}</strong>
            <span className={styles.soft}>
              {row.traveller?.phone || breakBeforeHost(row.traveller?.email)}
            </span>
          </span>
        </span>
      ),
    },
    {
      title: 'À remettre',
      width: 17,
      cell: (row) => (
        <span className={styles.lines}>
          <strong className={styles.amount}>{formatHandedOver(row)}</strong>
          <span className={styles.soft}>contre {formatBrought(row)}</span>
        </span>
      ),
    },
    {
      title: 'Retrait',
      width: 19,
      cell: (row) => (
        <span className={styles.lines}>
          <span>{formatPickup(row, now)}</span>
          {row.closed_then ? (
            <span>
              <Badge tone="failure">Guichet fermé</Badge>
            </span>
          ) : null}
          <span className={styles.soft}>
            {[scope === 'all' ? row.company.name : '', row.branch?.name].filter(Boolean).join(', ')}
          </span>
        </span>
      ),
    },
    {
      title: 'Paiement',
      width: 13,
      hasOwnLine: true,
      cell: (row) => (
        <span className={styles.lines}>
          <span>{formatPayment(row.payment)}</span>
          {row.notes ? <span className={styles.soft}>{formatNotes(row)}</span> : null}
          {row.ended_at === null && requiresIdentity(row) ? (
            <>
              <span>Pièce d’identité à demander</span>
              <Linked row={row} />
            </>
          ) : null}
        </span>
      ),
    },
    {
      title: 'État',
      width: 31,
      hasOwnLine: true,
      cell: (row) => <State row={row} isEditor={isEditor} onDone={reread} />,
    },
  ];
}

function breakBeforeHost(email = '') {
  const [name, host] = email.split('@');
  return host === undefined ? (
    name
  ) : (
    <>
      {name}
      <wbr />@{host}
    </>
  );
}

function State({ isEditor, ...props }: ComponentProps<typeof OrderActions> & { isEditor: boolean }) {
  const { row } = props;
  return (
    <div className={styles.state}>
      <Badge tone={toneOf(row.state)}>{formatState(row.state)}</Badge>
      <span className={styles.soft}>n°&nbsp;{row.number}</span>
      {row.code ? <span className={styles.soft}>{row.code}</span> : null}
      {row.slip ? <SlipLink row={row}>{`Bordereau n°\u00a0${row.slip.number}`}</SlipLink> : null}
      {row.struck.map(({ number }) => (
        <ActionLink key={number} to={addresses.struckSlip(row.id, number)} variant="secondary" size="small">
          {`Annulation du bordereau n°\u00a0${number}`}
        </ActionLink>
      ))}
      {row.redemptions.map(({ number }) => (
        <ActionLink key={number} to={addresses.redemption(row.id, number)} variant="secondary" size="small">
          {`Reprise n°\u00a0${number}`}
        </ActionLink>
      ))}
      {isEditor ? <OrderActions {...props} /> : null}
    </div>
  );
}
