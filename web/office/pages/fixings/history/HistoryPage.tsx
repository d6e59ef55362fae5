import { useMemo } from 'react';
import { Link, useNavigate, useNavigation } from 'react-router';
import type { Answer } from '#domain/api.ts';
import type { FixingLog, LogsFilter } from '#domain/rates/fixing.ts';
import { type Curve as CurveOfRates, type OldRates, ORIGIN_LABELS } from '#domain/rates/history.ts';
import { isDay } from '#domain/text/day.ts';
import { call } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Table } from '#web/shared/ui/Table.tsx';
import { Select, TextInput } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../../addresses.ts';
import { announce } from '../../../announce.ts';
import { page, type Visit } from '../../../page.tsx';
import { hasScope } from '../../../sections.ts';
import { ExportButtons } from '../../../tables/ExportButtons.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { FilterChip, Filters } from '../../../ui/Filters.tsx';
import { useOlder } from '../../../use-older.ts';
import { Curve } from './Curve.tsx';
import { changeColumns } from './changes.tsx';
import { collectHistory } from './collect-history.ts';
import styles from './HistoryPage.module.css';
import { StaleCompanies } from './StaleCompanies.tsx';

type HistoryData = {
  filter: LogsFilter;
  days: number;
  lines: readonly FixingLog[];
  authors: Answer<'GET /api/fixings/authors'>;
  curve: CurveOfRates | null;
  old: OldRates | null;
  at: Date;
};

export const ownHistoryPage = page({
  title: 'Historique des taux',
  needs: ['fixings.list.me'],
  load: loadHistory,
  Component: RatesHistory,
});

export const allHistoryPage = page({
  title: 'Historique des taux',
  needs: ['fixings.list.all'],
  load: loadHistory,
  Component: RatesHistory,
});

const PAGE = 50;
const SPANS = [7, 30, 90, 365];

async function loadHistory({ user, url: { searchParams }, signal }: Visit): Promise<HistoryData> {
  const isOwn = hasScope(user, 'fixings.list.me');
  const filter = readFilter(searchParams, isOwn);
  const days = SPANS.find((span) => String(span) === searchParams.get('jours')) ?? 30;
  const { currency, company } = filter;
  const [lines, authors, curve, old, currencies] = await Promise.all([
    call('GET /api/fixings/logs', { signal, query: { ...filter, limit: PAGE } }),
    call('GET /api/fixings/authors', { signal, query: company === undefined ? {} : { company } }),
    currency
      ? call('GET /api/fixings/curve/{code}', {
          signal,
          params: { code: currency },
          query: { days, ...(company && { company }) },
        })
      : null,
    isOwn ? null : call('GET /api/fixings/old', { signal }),
    call('GET /api/fixings/currencies', { signal }),
  ]);
  useClientState.setState({ remote: { public_currencies: currencies } });
  return { filter, days, lines, authors, curve, old, at: new Date() };
}

function readFilter(parameters: URLSearchParams, isOwn: boolean): LogsFilter {
  const currency = parameters.get('devise') ?? '';
  const day = parameters.get('jour') ?? '';
  const origin = parameters.get('origine') ?? '';
  const user = readId(parameters.get('collegue'));
  const company = isOwn ? undefined : readId(parameters.get('bureau'));
  return {
    ...(/^[A-Z]{3}$/.test(currency) && { currency }),
    ...(isDay(day) && { day }),
    ...(Object.hasOwn(ORIGIN_LABELS, origin) && { origin }),
    ...(user && { user }),
    ...(company && { company }),
  };
}

function readId(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 && id < 1_000_000_000 ? id : undefined;
}

type Address = LogsFilter & { days?: number };

function addressOf({ currency, day, origin, user, company, days }: Address): string {
  const query = buildQuery({
    devise: currency,
    jour: day,
    origine: origin,
    collegue: user,
    bureau: company,
    jours: days,
  });
  return query === '' ? addresses.ratesHistory : `${addresses.ratesHistory}?${query}`;
}

function RatesHistory({
  data: { filter, days, lines: newest, authors, curve, old, at },
}: {
  data: HistoryData;
}) {
  const user = useClientState((state) => state.user);
  const mayRestore = hasScope(user, 'fixings.list.me');
  const { lines, isWhole, showOlder } = useOlder({
    newest,
    page: PAGE,
    loadBefore: async ({ id }) => {
      const next = await call('GET /api/fixings/logs', { query: { ...filter, before: id, limit: PAGE } });
      announce(next.length === 1 ? 'Un changement de plus.' : `${next.length} changements de plus.`);
      return next;
    },
  });
  const columns = useMemo(
    () =>
      changeColumns({
        showsCompany: old !== null,
        mayRestore,
        linkToNarrowed: (more) => addressOf({ ...filter, ...more }),
      }),
    [filter, old, mayRestore],
  );
  const companyName = lines.find(({ company }) => company.id === filter.company)?.company.name;
  return (
    <>
      <BackLink to={addresses.fixings} title="Taux de change" />
      {old ? <StaleCompanies old={old} at={at} linkTo={(company) => addressOf({ company })} /> : null}
      <HistoryFilters loaded={filter} isOwn={old === null} authors={authors} bureau={companyName} />
      {curve ? (
        <Curve
          curve={curve}
          days={days}
          spans={SPANS}
          linkTo={(span) => addressOf({ ...filter, days: span })}
        />
      ) : null}
      {curve && !curve.company ? (
        <p className={styles.hint}>Choisissez aussi un bureau pour voir ce qu’il applique.</p>
      ) : null}
      <Card
        title="Qui a changé quoi"
        note={
          <ExportButtons
            label="Exporter l’historique"
            fileName="historique-des-taux"
            makeTable={() => collectHistory(filter)}
          />
        }
        foot={
          isWhole ? null : (
            <Button variant="secondary" onClick={() => void showOlder()}>
              Afficher les précédents
            </Button>
          )
        }
      >
        {lines.length === 0 ? (
          <EmptyList>
            Aucun changement ne répond à ces filtres. <Link to={addresses.ratesHistory}>Tout afficher</Link>
          </EmptyList>
        ) : (
          <Table label="Qui a changé quoi" columns={columns} rows={lines} keyOf={({ id }) => id} />
        )}
      </Card>
    </>
  );
}

type FiltersProps = Pick<HistoryData, 'authors'> & {
  loaded: LogsFilter;
  isOwn: boolean;
  bureau: string | undefined;
};

function HistoryFilters({ loaded, isOwn, authors, bureau: companyName }: FiltersProps) {
  const navigate = useNavigate();
  // a second choice builds on the first one, whose lines may still be loading
  const next = useNavigation().location;
  const isNext = next?.pathname === addresses.ratesHistory;
  const filter = isNext ? readFilter(new URLSearchParams(next.search), isOwn) : loaded;
  const currencies = useClientState(({ remote }) => remote.public_currencies);
  const { company: _, ...ofAll } = filter;
  // empty values drop out of the address
  const show = (changed: Partial<Record<keyof LogsFilter, unknown>>) =>
    void navigate(addressOf({ ...filter, ...changed } as LogsFilter));
  return (
    <Filters>
      <Select
        className={styles.choice}
        aria-label="Devise"
        value={filter.currency ?? ''}
        onChange={(event) => show({ currency: event.currentTarget.value })}
      >
        <option value="">Toutes les devises</option>
        {currencies
          // the base comes first
          .slice(1)
          .map(({ code, label }) => (
            <option key={code} value={code}>
              {code} — {label}
            </option>
          ))}
      </Select>
      {authors.length > 0 ? (
        <Select
          className={styles.choice}
          aria-label="Collègue"
          value={filter.user ?? ''}
          onChange={(event) => show({ user: event.currentTarget.value })}
        >
          <option value="">Tous les collègues</option>
          {authors.map(({ id, name, surname }) => (
            <option key={id} value={id}>
              {`${name} ${surname}`.trim()}
            </option>
          ))}
        </Select>
      ) : null}
      <Select
        className={styles.origin}
        aria-label="Origine"
        value={filter.origin ?? ''}
        onChange={(event) => show({ origin: event.currentTarget.value })}
      >
        <option value="">Toutes les origines</option>
        {Object.entries(ORIGIN_LABELS).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
      <TextInput
        className={styles.day}
        type="date"
        aria-label="Jour, à l’heure de Paris"
        value={filter.day ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen === '' || isDay(chosen)) show({ day: chosen });
        }}
      />
      {filter.company ? <FilterChip label={companyName ?? 'Un seul bureau'} to={addressOf(ofAll)} /> : null}
    </Filters>
  );
}
