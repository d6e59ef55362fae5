import { Link } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { type FeedState, feedState } from '#domain/rates-feed/feed-state.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses, companiesFor } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import { useLive } from '../../reservations/use-live.ts';
import { holds } from '../../sections.ts';
import { Placeholder } from '../../ui/Placeholder.tsx';
import styles from './DashboardPage.module.css';
import { type Figures, LastDays } from './LastDays.tsx';

export const dashboardPage = page({
  needs: [],
  load: loadDashboard,
  Component: ({ data }) =>
    data?.dashboard.takes_reservations ? <Dashboard data={data} /> : <Placeholder of="dashboard" />,
});

type Platform = { kpis: Answer<'GET /api/kpis'>; feed: FeedState | null; bureaux: string };
/** `platform` null: one's own bureau. */
type DashboardData = { dashboard: Figures; platform: Platform | null };

async function loadDashboard({ user, signal }: Visit): Promise<DashboardData | null> {
  if (!holds(user, 'dashbord.list.me') && !holds(user, 'dashbord.list.all')) return null;
  const isOfAll = user.company_id === null && holds(user, 'dashbord.list.all');
  const [dashboard, kpis, feed] = await Promise.all([
    call('GET /api/dashboard', { signal }),
    isOfAll && holds(user, 'sittings.list.all') ? call('GET /api/kpis', { signal }) : null,
    isOfAll && holds(user, 'feeds.list.all') ? call('GET /api/feeds/rates', { signal }) : null,
  ]);
  const state = feed && feedState(feed, new Date());
  return { dashboard, platform: kpis && { kpis, feed: state, bureaux: companiesFor(user) } };
}

/** What waits today, and how the last days went; for an administrator, over all bureaux. */
function Dashboard({ data: { dashboard: loaded, platform } }: { data: DashboardData }) {
  const [dashboard] = useLive(loaded, () => call('GET /api/dashboard', { isBackground: true }));
  const { today } = dashboard;
  return (
    <>
      <Card title="Aujourd’hui">
        <Facts
          facts={[
            { label: 'À accepter', value: today.to_accept, to: `${addresses.orders}?etat=requested` },
            { label: 'À préparer', value: today.to_prepare, to: `${addresses.orders}?etat=accepted` },
            { label: 'À remettre', value: today.to_hand_over, to: `${addresses.orders}?etat=ready` },
            { label: 'Retraits du jour', value: today.due, to: '/reservations' },
            { label: 'Taux de plus de 24 h', value: today.stale_rates, to: addresses.fixings },
            { label: 'Taux retenus', value: today.held_rates, to: addresses.fixings },
          ]}
        />
      </Card>
      <Card title="Stocks presque épuisés" note="Aujourd’hui et les sept jours qui viennent">
        {today.short.length === 0 ? (
          <EmptyList>Aucun guichet n’a promis presque tout ce qu’il a.</EmptyList>
        ) : (
          <Table
            label="Stocks presque épuisés"
            columns={shortColumns(platform !== null)}
            rows={today.short}
            keyOf={({ company, branch, currency, day }) => `${company}-${branch}-${currency}-${day}`}
          />
        )}
      </Card>
      {platform ? <OfPlatform platform={platform} invitations={dashboard.invitations} /> : null}
      <LastDays figures={dashboard} />
    </>
  );
}

/** What an administrator follows besides the bureaux. */
function OfPlatform({
  platform: { kpis, feed, bureaux },
  invitations,
}: {
  platform: Platform;
  invitations: number | null;
}) {
  const leads = kpis.leads.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title="Plateforme" note="Les 30 derniers jours, aujourd’hui compris">
      <Facts
        facts={[
          { label: 'Comparaisons', value: kpis.comparisons },
          { label: 'Voyageurs envoyés aux bureaux', value: leads },
          { label: 'Inscriptions à la lettre', value: kpis.subscriptions },
          { label: 'Inscriptions confirmées', value: kpis.confirmed_subscriptions },
          { label: 'Taux fixés', value: kpis.fixings },
          ...(invitations === null
            ? []
            : [{ label: 'Invitations en attente', value: invitations, to: bureaux }]),
          ...(feed ? [{ label: 'Flux des taux', value: FEED[feed], to: addresses.ratesFeed }] : []),
        ]}
      />
      {kpis.leads.length === 0 ? null : (
        <Table
          label="Voyageurs envoyés, par bureau"
          columns={LEADS}
          rows={kpis.leads}
          keyOf={({ company }) => company.name}
        />
      )}
    </Card>
  );
}

const FEED: Record<FeedState, string> = {
  current: 'À jour',
  late: 'En retard',
  failing: 'En erreur',
  refused: 'Refusé',
  waiting: 'En attente',
  not_configured: 'Non réglé',
};

const LEADS: Column<Answer<'GET /api/kpis'>['leads'][number]>[] = [
  { title: 'Bureau', width: 70, isTitle: true, cell: ({ company }) => company.name },
  {
    title: 'Voyageurs envoyés',
    width: 30,
    isFigure: true,
    cell: ({ count }) => count.toLocaleString('fr-FR'),
  },
];

type Fact = { label: string; value: number | string; to?: string };

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, to }) => {
        const said = typeof value === 'number' ? value.toLocaleString('fr-FR') : value;
        return (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>
              {to ? (
                <Link to={to} aria-label={`${label} : ${said}`}>
                  {said}
                </Link>
              ) : (
                said
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type Short = Figures['today']['short'][number];
const DAY = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

function shortColumns(ofAll: boolean): Column<Short>[] {
  return [
    { title: 'Devise', width: 15, isTitle: true, cell: ({ currency }) => currency },
    {
      title: 'Agence',
      width: 35,
      isLong: true,
      cell: ({ company, branch }) => [ofAll || !branch ? company : '', branch].filter(Boolean).join(', '),
    },
    { title: 'Jour', width: 20, cell: ({ day }) => DAY.format(new Date(`${day}T00:00:00Z`)) },
    {
      title: 'Promis',
      width: 15,
      isFigure: true,
      cell: ({ currency, promised }) => amount(currency, promised),
    },
    { title: 'Sur', width: 15, isFigure: true, cell: ({ currency, ready }) => amount(currency, ready) },
  ];
}

function amount(currency: string, value: number): string {
  return formatShortAmount(currency, Math.round(value * 100));
}
