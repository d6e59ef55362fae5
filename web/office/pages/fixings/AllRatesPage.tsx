import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Answer, Query } from '#domain/api.ts';
import { countPages, RATES_PAGE_SIZE } from '#domain/lists/page.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate, groupDigits } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import { call } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import type { Column } from '#web/shared/ui/Table.tsx';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../addresses.ts';
import { readPage, readSearch } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { FilterChip, Filters } from '../../ui/Filters.tsx';
import { LongTable } from '../../ui/LongTable.tsx';
import { useTypedSearch } from '../../use-typed-search.ts';
import styles from './AllRatesPage.module.css';
import { openDrafts } from './drafts.ts';
import { HeldFixings } from './HeldFixings.tsx';
import { History } from './History.tsx';
import { WaitingOrders } from './Waiting.tsx';

type Rates = Answer<'GET /api/fixings/rates'>;
type Held = Answer<'GET /api/fixings/held'>;
type Rate = Rates['rates'][number];
type RatesFilter = Required<Pick<Query<'GET /api/fixings/rates'>, 'company' | 'currency' | 'q'>> & {
  page: number;
};

type AllRatesData = {
  rates: Rates;
  logs: Answer<'GET /api/fixings/logs'>;
  held: Held | null;
  filter: RatesFilter;
  at: Date;
};

export const allRatesPage = page({ needs: ['fixings.list.all'], load: loadAllRates, Component: AllRates });

async function loadAllRates({ user, url, signal }: Visit): Promise<AllRatesData> {
  // drafts that another user left in this tab stay stored for that user
  openDrafts(user.id, []);
  const filter = readFilter(url.searchParams);
  const [rates, logs, held, currencies] = await Promise.all([
    call('GET /api/fixings/rates', { signal, query: filter }),
    call('GET /api/fixings/logs', { signal }),
    hasScope(user, 'fixings.edit.all') ? call('GET /api/fixings/held', { signal }) : null,
    call('GET /api/fixings/currencies', { signal }),
  ]);
  useClientState.setState({ remote: { public_currencies: currencies } });
  return { rates, logs, held, filter, at: new Date() };
}

function readFilter(parameters: URLSearchParams): RatesFilter {
  return {
    company: parameters.get('bureau')?.slice(0, 200) ?? '',
    currency: parameters.get('devise')?.slice(0, 3) ?? '',
    q: readSearch(parameters),
    page: readPage(parameters),
  };
}

function AllRates({ data: { rates: answer, logs, held, filter, at } }: { data: AllRatesData }) {
  const { base, rates, total = answer.rates.length } = answer;
  const onLinkClick = useLinkHandler();
  return (
    <>
      <WaitingOrders />
      {held ? <HeldFixings answer={held} at={at} showsCompany /> : null}
      <RatesFilters filter={filter} base={base} />
      <Card title={`Taux des bureaux pour 1 ${base}`} note={countRates(total)}>
        {rates.length === 0 ? (
          <EmptyList>
            Aucun taux ne répond à ces filtres. <Link to="/fixings">Tout afficher</Link>
          </EmptyList>
        ) : (
          <LongTable
            label={`Taux des bureaux pour 1 ${base}`}
            columns={columnsAt(at, filter, onLinkClick)}
            rows={rates}
            keyOf={({ company, code }) => `${company.name} ${code}`}
            first={100}
          />
        )}
        <Pagination
          page={filter.page}
          last={countPages(total, RATES_PAGE_SIZE)}
          link={(page, text) => <Link to={addressOf({ ...filter, page })}>{text}</Link>}
        />
      </Card>
      <History isOfAll logs={logs} branch={null} at={at} />
    </>
  );
}

function RatesFilters({ filter, base }: { filter: RatesFilter; base: string }) {
  const navigate = useNavigate();
  const currencies = useClientState(({ remote }) => remote.public_currencies);
  const search = useTypedSearch(filter, addressOf);
  return (
    <Filters>
      <SearchField
        label="Rechercher un bureau ou une devise"
        placeholder="Bureau ou devise"
        {...search}
        hasSlashShortcut
      />
      <Select
        className={styles.choice}
        aria-label="Devise"
        value={filter.currency}
        onChange={(event) =>
          void navigate(addressOf({ ...filter, currency: event.currentTarget.value, page: 1 }))
        }
      >
        <option value="">Toutes les devises</option>
        {currencies
          .filter(({ code }) => code !== base)
          .map(({ code, label }) => (
            <option key={code} value={code}>
              {code} — {label}
            </option>
          ))}
      </Select>
      {filter.company ? (
        <FilterChip label={filter.company} to={addressOf({ ...filter, company: '', page: 1 })} />
      ) : null}
      <ActionLink to={addresses.ratesHistory} variant="secondary" size="small">
        Qui a changé quoi
      </ActionLink>
    </Filters>
  );
}

type LinkHandler = (event: MouseEvent<HTMLAnchorElement>) => void;

/**
 * Plain links with one shared handler. Five hundred `Link`s, each resolving its address, took a fifth of the
 * page's script.
 */
function useLinkHandler(): LinkHandler {
  const navigate = useNavigate();
  return (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
    // left to the browser: a new tab, a new window, a download
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(currentTarget.hash.slice(1));
  };
}

function columnsAt(now: Date, filter: RatesFilter, follow: LinkHandler): Column<Rate>[] {
  return [
    {
      title: 'Bureau',
      width: 35,
      cell: ({ company: { name } }) => (
        <a
          className={styles.bureau}
          href={`#${addressOf({ ...filter, company: name, page: 1 })}`}
          onClick={follow}
        >
          {name}
        </a>
      ),
    },
    {
      title: 'Devise',
      width: 12,
      cell: ({ code, label }) => (
        <span className={styles.currency} title={label}>
          <Flag code={code} lazy />
          {code}
        </span>
      ),
    },
    {
      title: 'Taux interm.',
      width: 12,
      isFigure: true,
      cell: ({ rate }) => formatRate(decimalOf(rate)),
    },
    {
      title: 'Dernier fixing',
      width: 17,
      isFigure: true,
      hasOwnLine: true,
      cell: ({ updated_at, held }) => (
        <>
          {updated_at === null ? 'jamais fixé' : formatRecent(new Date(updated_at), now)}
          {held ? <span className={styles.held}>retenu</span> : null}
        </>
      ),
    },
    { title: 'Achat', width: 12, isFigure: true, cell: ({ purchase }) => formatAmount(purchase) },
    { title: 'Vente', width: 12, isFigure: true, cell: ({ sale }) => formatAmount(sale) },
  ];
}

function addressOf({ company, currency, q, page }: RatesFilter): string {
  const parameters = buildQuery({
    bureau: company,
    devise: currency,
    recherche: q,
    page: page === 1 ? undefined : page,
  });
  return parameters === '' ? '/fixings' : `/fixings?${parameters}`;
}

function countRates(total: number): string {
  return total === 1 ? '1 taux' : `${groupDigits(String(total))} taux`;
}

function formatAmount(amount: number | null): string {
  return amount === null ? '—' : formatFixing(amount);
}
