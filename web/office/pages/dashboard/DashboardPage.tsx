import { Link } from 'react-router';
import type { Answer } from '#domain/api.ts';
import type { Me } from '#domain/iam/me.ts';
import { type FeedState, feedState } from '#domain/rates-feed/feed-state.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { addresses, companiesFor } from '../../addresses.ts';
import { Checklist, formatDoers } from '../../Checklist.tsx';
import { page, type Visit } from '../../page.tsx';
import { formatCount } from '../../reservations/format.ts';
import { useLive } from '../../reservations/use-live.ts';
import { mayEdit } from '../../reservations/waiting.ts';
import { hasScope, listedScope } from '../../sections.ts';
import { Placeholder } from '../../ui/Placeholder.tsx';
import styles from './DashboardPage.module.css';
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
  checklist: Answer<'GET /api/companies/checklist'> | null;
  ways: TodoAddresses;
};

async function loadDashboard({ user, signal }: Visit): Promise<DashboardData | null> {
  const scope = listedScope(user, 'dashbord');
  if (!scope || (scope === 'own' && !user.takes_reservations)) return null;
  const isOfAll = scope === 'all';
  const [dashboard, kpis, feed, checklist] = await Promise.all([
    call('GET /api/dashboard', { signal }),
    isOfAll && hasScope(user, 'sittings.list.all') ? call('GET /api/kpis', { signal }) : null,
    isOfAll && hasScope(user, 'feeds.list.all') ? call('GET /api/feeds/rates', { signal }) : null,
    isOfAll ? null : call('GET /api/companies/checklist', { signal }),
  ]);
  const ways = addressesFor(user, isOfAll, checklist);
  return { dashboard, kpis, feed: feed && feedState(feed, new Date()), checklist, ways };
}

export function addressesFor(
  user: Me,
  isOfAll: boolean,
  checklist: Pick<NonNullable<DashboardData['checklist']>, 'steps'> | null,
): TodoAddresses {
  const answerers = checklist?.steps.find(({ step }) => step === 'terms')?.by ?? [];
  return {
    isOfAll,
    doneBy: isOfAll || mayEdit(user) ? null : formatDoers(answerers),
    companies: companiesFor(user),
    // spec 6: with `me`, the address shows the user's own rates, and without a company none
    rates: isOfAll && hasScope(user, 'fixings.list.me') ? null : addresses.fixings,
    held: !isOfAll || hasScope(user, 'fixings.edit.all') ? addresses.fixings : null,
    rules: !isOfAll && hasScope(user, 'fixings.list.me') ? addresses.margins : null,
    setsStocks: !isOfAll && hasScope(user, 'orders.edit.me'),
  };
}

function Dashboard({ data: { dashboard: loaded, kpis, feed, checklist, ways } }: { data: DashboardData }) {
  const [dashboard] = useLive(loaded, () => call('GET /api/dashboard', { isBackground: true }));
  const user = useClientState((state) => state.user);
  const { today, invitations, companies } = dashboard;
  const hasBranch = checklist?.steps.some(({ step, is_done }) => step === 'branch' && is_done);
  const platform: Platform | null = kpis && {
    kpis,
    feed,
    invitations,
    companies,
    companiesAddress: ways.companies,
  };
  return (
    <>
      {checklist && user ? <Checklist list={checklist} user={user} company={null} /> : null}
      <Card
        title="À faire maintenant"
        note={
          <span className={styles.ways}>
            <Link to="/reservations?vue=jour">{formatCount(today.due, 'retrait')} aujourd’hui</Link>
            {hasBranch && hasScope(user, 'branches.edit.me') ? (
              <Link to={addresses.closeNow}>Fermer maintenant…</Link>
            ) : null}
          </span>
        }
      >
        <Todo lines={listTodo({ today, feed, invitations, companies, ways, now: new Date() })} />
      </Card>
      <LastDays figures={dashboard} isOfAll={ways.isOfAll} />
      {platform ? <PlatformFigures platform={platform} /> : null}
    </>
  );
}
