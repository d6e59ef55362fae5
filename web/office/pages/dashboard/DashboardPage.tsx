import { Link } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { type FeedState, feedState } from '#domain/rates-feed/feed-state.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { addresses, companiesFor } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import { formatCount } from '../../reservations/format.ts';
import { useLive } from '../../reservations/use-live.ts';
import { hasScope, listedScope } from '../../sections.ts';
import { Placeholder } from '../../ui/Placeholder.tsx';
import { type Figures, LastDays } from './LastDays.tsx';
import { type Platform, PlatformFigures } from './Platform.tsx';
import { listTodo, Todo, type TodoAddresses } from './Todo.tsx';

export const dashboardPage = page({
  needs: [],
  load: loadDashboard,
  Component: ({ data }) => (data ? <Dashboard data={data} /> : <Placeholder of="dashboard" />),
});

/** `kpis` null: the user's own company. */
type DashboardData = {
  dashboard: Figures;
  kpis: Answer<'GET /api/kpis'> | null;
  feed: FeedState | null;
  ways: TodoAddresses;
};

async function loadDashboard({ user, signal }: Visit): Promise<DashboardData | null> {
  const scope = listedScope(user, 'dashbord');
  if (!scope || (scope === 'own' && !user.takes_reservations)) return null;
  const isOfAll = scope === 'all';
  const [dashboard, kpis, feed] = await Promise.all([
    call('GET /api/dashboard', { signal }),
    isOfAll && hasScope(user, 'sittings.list.all') ? call('GET /api/kpis', { signal }) : null,
    isOfAll && hasScope(user, 'feeds.list.all') ? call('GET /api/feeds/rates', { signal }) : null,
  ]);
  const ways = {
    isOfAll,
    companies: companiesFor(user),
    // spec 6: with `me`, the address shows the user's own rates, and without a company none
    rates: isOfAll && hasScope(user, 'fixings.list.me') ? null : addresses.fixings,
    held: !isOfAll || hasScope(user, 'fixings.edit.all') ? addresses.fixings : null,
    rules: !isOfAll && hasScope(user, 'fixings.list.me') ? addresses.margins : null,
    terms: !isOfAll && hasScope(user, 'orders.edit.me') ? addresses.terms : null,
  };
  return { dashboard, kpis, feed: feed && feedState(feed, new Date()), ways };
}

function Dashboard({ data: { dashboard: loaded, kpis, feed, ways } }: { data: DashboardData }) {
  const [dashboard] = useLive(loaded, () => call('GET /api/dashboard', { isBackground: true }));
  const { today, invitations } = dashboard;
  const platform: Platform | null = kpis && { kpis, feed, invitations, companiesAddress: ways.companies };
  return (
    <>
      <Card
        title="À faire maintenant"
        note={<Link to="/reservations?vue=jour">{formatCount(today.due, 'retrait')} aujourd’hui</Link>}
      >
        <Todo lines={listTodo({ today, feed, invitations, ways, now: new Date() })} />
      </Card>
      <LastDays figures={dashboard} isOfAll={ways.isOfAll} />
      {platform ? <PlatformFigures platform={platform} /> : null}
    </>
  );
}
