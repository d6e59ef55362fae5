import { useRevalidator } from 'react-router';
import type { Answer } from '#domain/api.ts';
import type { RefusalReason } from '#domain/rates-feed/feed-health.ts';
import { type FeedState, feedState } from '#domain/rates-feed/feed-state.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { announce } from '../../announce.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { page } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { ImportRates } from './ImportRates.tsx';
import styles from './RatesFeedPage.module.css';

type Health = Answer<'GET /api/feeds/rates'>;
type Refusal = Health['refusals'][number];

export const ratesFeedPage = page({
  title: 'Flux des taux',
  needs: ['feeds.list.all'],
  load: async ({ signal }) => ({ health: await call('GET /api/feeds/rates', { signal }), at: new Date() }),
  Component: RatesFeed,
});

function RatesFeed({ data: { health, at } }: { data: { health: Health; at: Date } }) {
  const { revalidate } = useRevalidator();
  const state = feedState(health, at);
  const mayImport = hasScope(
    useClientState(({ user }) => user),
    'feeds.edit.all',
  );

  async function refresh() {
    await revalidate();
    announce('L’état du flux est à jour.');
  }

  return (
    <>
      <AdministrationTabs />
      <Card
        title="État du flux"
        note={
          <Button variant="secondary" size="small" onClick={() => void refresh()}>
            Actualiser
          </Button>
        }
      >
        <div className={styles.body}>
          <p className={styles.state}>
            <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>
            <span>{sentenceOf(state, health)}</span>
          </p>
          {health.checked_at === null ? null : <Facts health={health} />}
        </div>
      </Card>
      {mayImport ? <ImportRates onImported={() => void revalidate()} /> : null}
      {health.refusals.length === 0 ? null : (
        <Card title="Taux refusés à la dernière lecture réussie" note={countRates(health.refusals.length)}>
          <Table
            label="Taux refusés à la dernière lecture réussie"
            columns={COLUMNS}
            rows={health.refusals}
            keyOf={({ code }) => code}
          />
        </Card>
      )}
    </>
  );
}

const STATE_LABELS: Record<FeedState, string> = {
  current: 'À jour',
  late: 'En retard',
  failing: 'En erreur',
  refused: 'Refusé',
  waiting: 'En attente',
  not_configured: 'Non configuré',
};

const TONES = {
  current: 'success',
  late: 'warning',
  failing: 'failure',
  refused: 'failure',
  waiting: 'warning',
  not_configured: 'neutral',
} as const;

function sentenceOf(state: FeedState, { error, day, refusals }: Health): string {
  switch (state) {
    case 'current':
      return refusals.length === 0
        ? 'Les taux intermédiaires arrivent comme prévu.'
        : 'Les taux intermédiaires arrivent. Un taux refusé garde sa dernière bonne valeur.';
    case 'late':
      return `Les derniers taux reçus sont ceux du ${formatFeedDay(day)}. Les derniers bons taux restent en place.`;
    case 'failing':
      return `${error ?? ''} Les derniers bons taux restent en place.`;
    case 'refused':
      return 'Aucun taux du dernier flux n’a été retenu. Les derniers bons taux restent en place.';
    case 'waiting':
      return 'Le flux est configuré. Sa première lecture est à venir.';
    case 'not_configured':
      return 'Aucun flux n’est configuré. Les taux intermédiaires sont importés à la main.';
  }
}

function Facts({ health }: { health: Health }) {
  const { checked_at, succeeded_at, day, source, accepted } = health;
  const facts = [
    ['Dernière lecture', formatMomentOrNever(checked_at)],
    ['Dernière lecture réussie', formatMomentOrNever(succeeded_at)],
    ['Jour des taux', formatFeedDay(day)],
    ['Source', source ?? '—'],
    ['Taux acceptés', String(accepted)],
    ['Taux refusés', String(health.refusals.length)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

const REASONS: Record<RefusalReason, string> = {
  older: 'Plus ancien que le taux en place',
  not_positive: 'Nul ou négatif',
  unreadable: 'Illisible',
  jump: 'À plus de 25 % du taux en place ; il sera cru si un autre jour le confirme',
};

const COLUMNS: Column<Refusal>[] = [
  {
    title: 'Devise',
    width: 16,
    cell: ({ code }) => (
      <span className={styles.currency}>
        <Flag code={code} lazy />
        {code}
      </span>
    ),
  },
  { title: 'Taux reçu', width: 18, isFigure: true, cell: ({ rate }) => formatFeedRate(rate) || '—' },
  {
    title: 'Taux en place',
    width: 18,
    isFigure: true,
    cell: ({ held }) => (held === null ? 'aucun' : formatFeedRate(held)),
  },
  { title: 'Raison', width: 48, hasOwnLine: true, cell: ({ reason }) => REASONS[reason] },
];

function formatFeedRate(rate: string): string {
  return /^-?\d+\.\d+$/.test(rate) ? rate.replace('-', '−').replace('.', ',') : rate;
}

function formatMomentOrNever(at: string | null): string {
  return at === null ? 'jamais' : formatMoment(new Date(at));
}

/** '19-11-2026' for '2026-11-19' (spec 9: dd-mm-yyyy). */
function formatFeedDay(day: string | null): string {
  return day === null ? '—' : day.split('-').reverse().join('-');
}

function countRates(count: number): string {
  return count === 1 ? '1 taux' : `${count} taux`;
}
