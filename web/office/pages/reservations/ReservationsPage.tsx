import { useRef } from 'react';
import { type To, useNavigate } from 'react-router';
import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import type { Whose } from '#domain/iam/company-scope.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { sayDayOf } from '#domain/reservations/say-moment.ts';
import { givesBack, type ReservationState } from '#domain/reservations/states.ts';
import { call, callPage } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { page, type Visit } from '../../page.tsx';
import { type Row, sayCount } from '../../reservations/say.ts';
import { useLive } from '../../reservations/use-live.ts';
import { findWhose, mayEdit } from '../../reservations/waiting.ts';
import { holds } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { Day } from './Day.tsx';
import { type Delays, readDelays } from './delays.ts';
import styles from './ReservationsPage.module.css';

export const reservationsPage = page({
  needs: [],
  load: loadReservations,
  Component: ({ data }) => (data ? <Reservations data={data} /> : <Placeholder of="reservations" />),
});

/** `day`: 'YYYY-MM-DD'; any day of the week for a week. */
type Shown = { view: 'day' | 'week'; day: string; branch: number | null };
type ReservationsData = {
  whose: Whose;
  shown: Shown;
  branches: readonly { id: number; name: string }[];
  rows: readonly Row[];
  delays: Delays;
};

async function loadReservations({ user, url, signal }: Visit): Promise<ReservationsData | null> {
  const whose = await findWhose(user, 'reservations', signal);
  if (!whose) return null;
  const shown = readShown(url.searchParams, await firstDay(url.searchParams, signal));
  const [rows, branches, delays] = await Promise.all([
    readRows(shown, { signal }),
    whose === 'own' && holds(user, 'branches.list.me') ? call('GET /api/branches', { signal }) : [],
    readDelays(user, whose, signal),
  ]);
  return { whose, shown, rows, delays, branches: branches.map(({ id, name }) => ({ id, name })) };
}

const today = () => dayAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Today or, with an empty week ahead, the day of the next order. */
async function firstDay(parameters: URLSearchParams, signal: AbortSignal): Promise<string> {
  if (parameters.has('jour') || parameters.get('vue') === 'jour') return today();
  const from = new Date().toISOString();
  const { rows } = await callPage('GET /api/reservations', { signal, query: { state: 'open', from } });
  const [next] = rows;
  const day = next ? dayAt(Date.parse(next.pickup_at), next.time_zone) : today();
  return day <= dayAfter(today(), 7) ? day : today();
}

function readShown(parameters: URLSearchParams, opened: string): Shown {
  const day = parameters.get('jour') ?? '';
  const branch = Number(parameters.get('agence'));
  return {
    view: parameters.get('vue') === 'jour' ? 'day' : 'week',
    day: /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : opened,
    branch: Number.isInteger(branch) && branch > 0 && branch < 1_000_000_000 ? branch : null,
  };
}

function addressOf({ view, day, branch }: Shown): To {
  return {
    pathname: '/reservations',
    search: buildQuery({ vue: view === 'day' ? 'jour' : undefined, jour: day, agence: branch ?? undefined }),
  };
}

function daysOf({ view, day }: Shown): string[] {
  if (view === 'day') return [day];
  const monday = dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return Array.from({ length: 7 }, (_, i) => dayAfter(monday, i));
}

/** More than a company hands over in a week. */
const MOST_PAGES = 20;

/** Excludes reservations that take no time at the counter: never accepted, or cancelled. */
async function readRows(
  shown: Shown,
  options: { signal?: AbortSignal; isBackground?: boolean },
): Promise<Row[]> {
  const days = daysOf(shown);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const rows: Row[] = [];
  for (let number = 1, pages = 1; number <= Math.min(pages, MOST_PAGES); number += 1) {
    const found = await callPage('GET /api/reservations', {
      ...options,
      query: {
        // overseas branches begin and end their day at other hours
        from: `${dayAfter(first, -1)}T00:00:00Z`,
        to: `${dayAfter(last, 2)}T00:00:00Z`,
        page: number,
        ...(shown.branch !== null && { branch: shown.branch }),
      },
    });
    rows.push(...found.rows);
    pages = countPages(found.total, PAGE_SIZE);
  }
  return rows.filter(
    (row) =>
      !givesBack(row.state as ReservationState) &&
      days.includes(dayAt(Date.parse(row.pickup_at), row.time_zone)),
  );
}

function Reservations({
  data: { whose, shown, branches, delays, rows: loaded },
}: {
  data: ReservationsData;
}) {
  const [rows, reread] = useLive(loaded, () => readRows(shown, { isBackground: true }));
  const user = useClientState((state) => state.user);
  const navigate = useNavigate();
  const isEditor = mayEdit(user);
  const around = useRef<HTMLDivElement>(null);
  useKeptFocus(around);
  const days = daysOf(shown);
  const { view, day, branch } = shown;
  const step = view === 'day' ? 1 : 7;
  const link = (to: Partial<Shown>, text: string, isCurrent = false) => (
    <ActionLink
      to={addressOf({ ...shown, ...to })}
      variant={isCurrent ? 'primary' : 'secondary'}
      size="small"
      isCurrent={isCurrent}
    >
      {text}
    </ActionLink>
  );
  return (
    <>
      <div className={styles.tools}>
        <nav className={styles.group} aria-label="Vue">
          {link({ view: 'day' }, 'Jour', view === 'day')}
          {link({ view: 'week' }, 'Semaine', view === 'week')}
        </nav>
        <nav className={styles.group} aria-label="Dates">
          {link({ day: dayAfter(day, -step) }, view === 'day' ? 'Jour précédent' : 'Semaine précédente')}
          {link({ day: today() }, 'Aujourd’hui')}
          {link({ day: dayAfter(day, step) }, view === 'day' ? 'Jour suivant' : 'Semaine suivante')}
        </nav>
        {branches.length > 1 ? (
          <Filters>
            <Select
              className={styles.choice}
              aria-label="Agence"
              value={branch ?? ''}
              onChange={({ currentTarget }) =>
                void navigate(addressOf({ ...shown, branch: Number(currentTarget.value) || null }))
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
      </div>
      <Card
        title={view === 'day' ? sayDayOf(day) : `Semaine du ${sayDayOf(days[0] ?? day)}`}
        note={sayCounts(rows)}
      >
        <div ref={around} className={styles.days} data-view={view}>
          {days.map((one) => (
            <Day
              key={one}
              day={one}
              isToday={one === today()}
              isAlone={view === 'day'}
              rows={rows.filter((row) => dayAt(Date.parse(row.pickup_at), row.time_zone) === one)}
              {...{ whose, isEditor, delays, onMoved: reread }}
            />
          ))}
        </div>
      </Card>
    </>
  );
}

const COUNTED: readonly [ReservationState, one: string, many: string][] = [
  ['requested', 'à accepter', 'à accepter'],
  ['accepted', 'à préparer', 'à préparer'],
  ['ready', 'prêt', 'prêts'],
  ['collected', 'remis', 'remis'],
  ['no_show', 'non retiré', 'non retirés'],
];

/** “5 retraits : 1 à accepter, 4 remis”. */
function sayCounts(rows: readonly Row[]): string {
  const total = sayCount(rows.length, 'retrait');
  const said = COUNTED.flatMap(([state, one, many]) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : `${count} ${count === 1 ? one : many}`;
  });
  return said.length > 0 ? `${total} : ${said.join(', ')}` : total;
}
