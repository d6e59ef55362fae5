import { Fragment, useRef } from 'react';
import { Link, type To, useNavigate } from 'react-router';
import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { groupDigits } from '#domain/money/format.ts';
import { formatDayOf, formatWeek, formatWeekday } from '#domain/reservations/format-moment.ts';
import { type ReservationState, releasesStock } from '#domain/reservations/states.ts';
import { call, callPage } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { page, type Visit } from '../../page.tsx';
import { formatCount, type Row } from '../../reservations/format.ts';
import { useLive } from '../../reservations/use-live.ts';
import { findListScope, mayEdit } from '../../reservations/waiting.ts';
import { hasScope } from '../../sections.ts';
import { type Collected, collectPages, MOST_COLLECTED } from '../../tables/collect-pages.ts';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';
import { useFocusRecovery } from '../../ui/use-focus-recovery.ts';
import { Day } from './Day.tsx';
import styles from './ReservationsPage.module.css';
import { reservationsTable } from './reservations-table.ts';

export const reservationsPage = page({
  needs: [],
  load: loadReservations,
  Component: ({ data }) => (data ? <Reservations data={data} /> : <Placeholder of="reservations" />),
});

/** `day`: 'YYYY-MM-DD'; any day of the week for a week. */
type CalendarView = { view: 'day' | 'week'; day: string; branch: number | null };
type ReservationsData = {
  scope: ListRange;
  calendar: CalendarView;
  branches: readonly { id: number; name: string }[];
  list: Collected<Row>;
};

async function loadReservations({ user, url, signal }: Visit): Promise<ReservationsData | null> {
  const scope = findListScope(user, 'reservations');
  if (!scope) return null;
  const calendar = readCalendarView(url.searchParams, await openingDay(url.searchParams, signal));
  const [list, branches] = await Promise.all([
    readRows(calendar, { signal }),
    scope === 'own' && hasScope(user, 'branches.list.me') ? call('GET /api/branches', { signal }) : [],
  ]);
  return {
    scope,
    calendar,
    list,
    branches: branches.map(({ id, name }) => ({ id, name })),
  };
}

const localToday = () => dayAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);

async function openingDay(parameters: URLSearchParams, signal: AbortSignal): Promise<string> {
  if (parameters.has('jour') || parameters.get('vue') === 'jour') return localToday();
  const from = new Date().toISOString();
  const { rows } = await callPage('GET /api/reservations', { signal, query: { state: 'open', from } });
  const [next] = rows;
  const day = next ? dayAt(Date.parse(next.pickup_at), next.time_zone) : localToday();
  return day <= dayAfter(localToday(), 7) ? day : localToday();
}

function readCalendarView(parameters: URLSearchParams, opened: string): CalendarView {
  const day = parameters.get('jour') ?? '';
  const branch = Number(parameters.get('agence'));
  return {
    view: parameters.get('vue') === 'jour' ? 'day' : 'week',
    day: /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : opened,
    branch: Number.isInteger(branch) && branch > 0 && branch < 1_000_000_000 ? branch : null,
  };
}

function addressOf({ view, day, branch }: CalendarView): To {
  return {
    pathname: '/reservations',
    search: buildQuery({ vue: view === 'day' ? 'jour' : undefined, jour: day, agence: branch ?? undefined }),
  };
}

function daysOf({ view, day }: CalendarView): string[] {
  if (view === 'day') return [day];
  const monday = dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return Array.from({ length: 7 }, (_, i) => dayAfter(monday, i));
}

async function readRows(
  calendar: CalendarView,
  options: { signal?: AbortSignal; isBackground?: boolean },
): Promise<Collected<Row>> {
  const days = daysOf(calendar);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const { rows, isCut } = await collectPages(
    (number) =>
      callPage('GET /api/reservations', {
        ...options,
        query: {
          // overseas branches begin and end their day at other hours
          from: `${dayAfter(first, -1)}T00:00:00Z`,
          to: `${dayAfter(last, 2)}T00:00:00Z`,
          page: number,
          ...(calendar.branch !== null && { branch: calendar.branch }),
        },
      }),
    ({ id }) => id,
  );
  return {
    rows: rows.filter((row) => days.includes(dayAt(Date.parse(row.pickup_at), row.time_zone))),
    isCut,
  };
}

function Reservations({ data: { scope, calendar, branches, list: loaded } }: { data: ReservationsData }) {
  const [{ rows: all, isCut }, reread] = useLive(loaded, () => readRows(calendar, { isBackground: true }));
  // never accepted or cancelled: no time at the counter
  const rows = all.filter(({ state }) => !releasesStock(state as ReservationState));
  const user = useClientState((state) => state.user);
  const navigate = useNavigate();
  const isEditor = mayEdit(user);
  const around = useRef<HTMLDivElement>(null);
  useFocusRecovery(around);
  const days = daysOf(calendar);
  const { view, day, branch } = calendar;
  const ofDay = (one: string) =>
    rows.filter((row) => dayAt(Date.parse(row.pickup_at), row.time_zone) === one);
  const shown = days.filter((one) => view === 'day' || ofDay(one).length > 0);
  const empty = days.filter((one) => !shown.includes(one));
  const step = view === 'day' ? 1 : 7;
  const link = (to: Partial<CalendarView>, text: string, isCurrent = false) => (
    <ActionLink to={addressOf({ ...calendar, ...to })} variant="secondary" size="small" isCurrent={isCurrent}>
      {text}
    </ActionLink>
  );
  const arrow = (days: number, label: string) => (
    <Link
      className={`${buttonClass({ variant: 'secondary', size: 'small' })} ${styles.arrow}`}
      to={addressOf({ ...calendar, day: dayAfter(day, days) })}
      aria-label={label}
      title={label}
      data-next={days > 0}
    >
      <Icon name="chevron" />
    </Link>
  );
  return (
    <>
      <div className={styles.tools}>
        <nav className={styles.group} aria-label="Vue">
          {link({ view: 'day' }, 'Jour', view === 'day')}
          {link({ view: 'week' }, 'Semaine', view === 'week')}
        </nav>
        <nav className={styles.group} aria-label="Dates">
          {arrow(-step, view === 'day' ? 'Jour précédent' : 'Semaine précédente')}
          {link({ day: localToday() }, 'Aujourd’hui')}
          {arrow(step, view === 'day' ? 'Jour suivant' : 'Semaine suivante')}
        </nav>
        {branches.length > 1 ? (
          <Filters>
            <Select
              size="small"
              className={styles.choice}
              aria-label="Agence"
              value={branch ?? ''}
              onChange={({ currentTarget }) =>
                void navigate(addressOf({ ...calendar, branch: Number(currentTarget.value) || null }))
              }
            >
              <option value="">Toutes les agences</option>
              {branches.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Filters>
        ) : null}
        <ExportButtons
          label="Exporter"
          fileName={`reservations-${days[0]}${view === 'day' ? '' : `-${days.at(-1)}`}`}
          makeTable={() => reservationsTable(all, scope)}
        />
      </div>
      {isCut ? (
        <Notice tone="warning">
          <p>{`Seules les ${groupDigits(String(MOST_COLLECTED))} premières réservations sont affichées et exportées. Choisissez un jour ou une agence.`}</p>
        </Notice>
      ) : null}
      <Card
        title={
          view === 'day' ? formatDayOf(day) : `Semaine ${formatWeek(days[0] ?? day, days.at(-1) ?? day)}`
        }
        note={formatCounts(rows)}
      >
        <div ref={around} className={styles.days} data-view={view}>
          {shown.map((one) => (
            <Day
              key={one}
              day={one}
              isToday={one === localToday()}
              isDayInTitle={view === 'day'}
              rows={ofDay(one)}
              scope={scope}
              isEditor={isEditor}
              onMoved={reread}
            />
          ))}
        </div>
        {empty.length > 0 ? (
          <p className={styles.empty}>
            {`${shown.length > 0 ? 'Aucun retrait' : 'Aucun retrait cette semaine'}\u00a0: `}
            {empty.map((one, index) => (
              <Fragment key={one}>
                {index > 0 ? ', ' : null}
                <Link to={addressOf({ ...calendar, view: 'day', day: one })}>{formatWeekdayOf(one)}</Link>
              </Fragment>
            ))}
          </p>
        ) : null}
      </Card>
    </>
  );
}

function formatWeekdayOf(day: string): string {
  return formatWeekday(`${day}T12:00:00Z`, 'UTC');
}

const COUNTED: readonly [ReservationState, one: string, many: string][] = [
  ['requested', 'à accepter', 'à accepter'],
  ['accepted', 'à préparer', 'à préparer'],
  ['ready', 'prêt', 'prêts'],
  ['collected', 'remis', 'remis'],
  ['no_show', 'non retiré', 'non retirés'],
];

function formatCounts(rows: readonly Row[]): string {
  const total = formatCount(rows.length, 'retrait');
  const texts = COUNTED.flatMap(([state, one, many]) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : `${count} ${count === 1 ? one : many}`;
  });
  return texts.length > 0 ? `${total}\u00a0: ${texts.join(', ')}` : total;
}
