import { Link, useNavigate } from 'react-router';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { groupDigits } from '#domain/money/format.ts';
import { describeDetails } from '#domain/security-events/security-details.ts';
import {
  type SecurityEventKind,
  type SecurityOutcome,
  securityEvents,
  securityOutcomes,
} from '#domain/security-events/security-events.ts';
import type { SecurityEvent, SecurityQuery } from '#domain/security-events/security-journal.ts';
import { isDay } from '#domain/text/day.ts';
import { callPage } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { Select, TextInput } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../addresses.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { readPage } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { FilterChip, Filters } from '../../ui/Filters.tsx';
import styles from './SecurityPage.module.css';

export const securityPage = page({
  title: 'Journal de sécurité',
  needs: ['iam.sessions.list.all'],
  load: loadSecurity,
  Component: Security,
});

type Filter = Omit<SecurityQuery, 'page'> & { page: number };
type SecurityData = { events: readonly SecurityEvent[]; total: number; filter: Filter };

async function loadSecurity({ url, signal }: Visit): Promise<SecurityData> {
  const filter = readFilter(url.searchParams);
  const { rows, total } = await callPage('GET /api/iam/security-events', { signal, query: filter });
  return { events: rows, total, filter };
}

function readFilter(parameters: URLSearchParams): Filter {
  const kind = parameters.get('evenement') ?? '';
  const outcome = parameters.get('issue') ?? '';
  const user = Number(parameters.get('utilisateur'));
  const day = parameters.get('jour') ?? '';
  return {
    page: readPage(parameters),
    ...(kind in securityEvents && { kind: kind as SecurityEventKind }),
    ...(outcome in securityOutcomes && { outcome: outcome as SecurityOutcome }),
    ...(Number.isInteger(user) && user > 0 && user < 1_000_000_000 && { user }),
    ...(isDay(day) && { day }),
  };
}

function addressOf({ page: number, kind, outcome, user, day }: Filter): { search: string } {
  return {
    search: buildQuery({
      evenement: kind,
      issue: outcome,
      utilisateur: user,
      jour: day,
      page: number === 1 ? undefined : number,
    }),
  };
}

function Security({ data: { events, total, filter } }: { data: SecurityData }) {
  const { page: number, ...exported } = filter;
  const mayErase = hasScope(
    useClientState(({ user }) => user),
    'privacy.edit.all',
  );
  return (
    <>
      <AdministrationTabs />
      <p className={styles.ways}>
        <ActionLink to={addresses.sessions} variant="secondary" size="small">
          Sessions ouvertes
        </ActionLink>
        {mayErase ? (
          <ActionLink to={addresses.privacy} variant="secondary" size="small">
            Données d’une personne
          </ActionLink>
        ) : null}
      </p>
      <EventFilters filter={filter} />
      <Card
        title="Journal de sécurité"
        note={
          <>
            {total === 1 ? '1 ligne' : `${groupDigits(String(total))} lignes`}{' '}
            <a
              className={`${buttonClass({ variant: 'secondary', size: 'small' })} ${styles.export}`}
              href={`/api/iam/security-events/export?${buildQuery(exported)}`}
              download
            >
              Exporter en CSV
            </a>
          </>
        }
      >
        {total === 0 ? (
          <EmptyList>
            Aucun événement de ce type. <Link to={addresses.security}>Tout afficher</Link>
          </EmptyList>
        ) : (
          <Table label="Journal de sécurité" columns={COLUMNS} rows={events} keyOf={({ id }) => id} />
        )}
        <Pagination
          page={number}
          last={countPages(total, PAGE_SIZE)}
          link={(to, text) => <Link to={addressOf({ ...filter, page: to })}>{text}</Link>}
        />
      </Card>
      <p className={styles.note}>
        Une ligne est gardée 12 mois. Le réseau et l’adresse d’un inconnu y sont des empreintes. Deux lignes
        de même empreinte viennent du même endroit.
      </p>
    </>
  );
}

function EventFilters({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const { kind, outcome, user, day, ...rest } = filter;
  const show = (changed: Partial<Record<keyof Filter, unknown>>) =>
    // empty values drop out of the address
    void navigate(addressOf({ ...filter, ...changed, page: 1 } as Filter));
  return (
    <Filters>
      <Select
        className={styles.choice}
        aria-label="Événement"
        value={kind ?? ''}
        onChange={(event) => show({ kind: event.currentTarget.value })}
      >
        <option value="">Tous les événements</option>
        <Options labels={securityEvents} />
      </Select>
      <Select
        className={styles.outcome}
        aria-label="Résultat"
        value={outcome ?? ''}
        onChange={(event) => show({ outcome: event.currentTarget.value })}
      >
        <option value="">Tous les résultats</option>
        <Options labels={securityOutcomes} />
      </Select>
      <TextInput
        className={styles.day}
        type="date"
        aria-label="Jour, à l’heure de Paris"
        value={day ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen === '' || isDay(chosen)) show({ day: chosen });
        }}
      />
      {user ? (
        <FilterChip
          label="Un seul utilisateur"
          to={addressOf({
            ...rest,
            ...(kind && { kind }),
            ...(outcome && { outcome }),
            ...(day && { day }),
            page: 1,
          })}
        />
      ) : null}
    </Filters>
  );
}

function Options({ labels }: { labels: Readonly<Record<string, string>> }) {
  return Object.entries(labels).map(([code, label]) => (
    <option key={code} value={code}>
      {label}
    </option>
  ));
}

const TONES = { success: 'neutral', failure: 'warning', refused: 'failure' } as const;
const kinds: Readonly<Record<string, string>> = securityEvents;

const COLUMNS: Column<SecurityEvent>[] = [
  {
    title: 'Événement',
    width: 22,
    isRowHeader: true,
    cell: ({ kind, count }) => (
      <strong className={styles.kind}>
        {kinds[kind] ?? kind}
        {count > 1 ? <span className={styles.count}> × {groupDigits(String(count))}</span> : null}
      </strong>
    ),
  },
  {
    title: 'Date',
    width: 14,
    cell: ({ at }) => (
      <time className={styles.time} dateTime={at}>
        {formatMoment(new Date(at))}
      </time>
    ),
  },
  { title: 'Résultat', width: 9, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { title: 'Compte', width: 20, hasOwnLine: true, cell: (event) => <People event={event} /> },
  {
    title: 'D’où',
    width: 18,
    hasOwnLine: true,
    cell: ({ device, network }) =>
      device || network ? (
        <span className={styles.stack}>
          {device ? <span>{device}</span> : null}
          {network ? <code className={styles.print}>réseau {network}</code> : null}
        </span>
      ) : (
        '—'
      ),
  },
  {
    title: 'Précisions',
    width: 17,
    hasOwnLine: true,
    cell: ({ details }) => describeDetails(details) || '—',
  },
];

function Outcome({ outcome }: { outcome: string }) {
  const known = outcome as SecurityOutcome;
  return <Badge tone={TONES[known] ?? 'neutral'}>{securityOutcomes[known] ?? outcome}</Badge>;
}

function People({ event: { user, subject, account } }: { event: SecurityEvent }) {
  if (!user && !subject) return account ? <code className={styles.print}>inconnu {account}</code> : '—';
  const shownUser = subject ?? user;
  return (
    <span className={styles.stack}>
      {shownUser ? (
        <Link to={{ search: buildQuery({ utilisateur: shownUser.id }) }}>{shownUser.mail}</Link>
      ) : null}
      {user && subject && user.id !== subject.id ? <span className={styles.by}>par {user.mail}</span> : null}
    </span>
  );
}
