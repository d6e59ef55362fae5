import { Link } from 'react-router';
import type { Answer } from '#domain/api.ts';
import type { FeedState } from '#domain/rates-feed/feed-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { addresses, filteredCompanies } from '../../addresses.ts';
import styles from './DashboardPage.module.css';
import { type FigureColumn, FigureTable } from './FigureTable.tsx';
import { FEED_STATE_LABELS } from './feed-state-labels.ts';
import { formatComparison } from './format-figures.ts';
import type { Figures } from './LastDays.tsx';

type Kpis = Answer<'GET /api/kpis'>;
export type Platform = {
  kpis: Kpis;
  feed: FeedState | null;
  invitations: number | null;
  companies: Figures['companies'];
  companiesAddress: string;
};

export function PlatformFigures({
  platform: { kpis, feed, invitations, companies, companiesAddress },
}: {
  platform: Platform;
}) {
  const { before } = kpis;
  const facts: { label: string; value: number | string; before?: number; to?: string }[] = [
    { label: 'Comparaisons', value: kpis.comparisons, before: before.comparisons },
    { label: 'Inscriptions à la lettre', value: kpis.subscriptions, before: before.subscriptions },
    {
      label: 'Inscriptions confirmées',
      value: kpis.confirmed_subscriptions,
      before: before.confirmed_subscriptions,
    },
    { label: 'Taux fixés', value: kpis.fixings, before: before.fixings },
    ...(invitations === null
      ? []
      : [{ label: 'Invitations en attente', value: invitations, to: companiesAddress }]),
    ...(companies
      ? [
          {
            label: 'Bureaux de la bêta',
            value: companies.beta,
            to: filteredCompanies(companiesAddress, 'beta'),
          },
          {
            label: 'Bureaux suspendus',
            value: companies.suspended,
            to: filteredCompanies(companiesAddress, 'suspended'),
          },
        ]
      : []),
    ...(feed ? [{ label: 'Flux des taux', value: FEED_STATE_LABELS[feed], to: addresses.ratesFeed }] : []),
  ];
  return (
    <Card title="Plateforme" note="30 derniers jours">
      <dl className={styles.facts}>
        {facts.map(({ label, value, before: former, to }) => {
          const text = typeof value === 'number' ? value.toLocaleString('fr-FR') : value;
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {to ? (
                  <Link to={to} aria-label={`${label} : ${text}`}>
                    {text}
                  </Link>
                ) : (
                  text
                )}
              </dd>
              {typeof value === 'number' && former !== undefined ? (
                <dd className={styles.former}>{formatComparison(value, former)}</dd>
              ) : null}
            </div>
          );
        })}
      </dl>
      {kpis.leads.length > 0 ? (
        <details className={styles.more}>
          <summary>Voyageurs envoyés, par bureau</summary>
          <div className={styles.scroll}>
            <FigureTable label="Voyageurs envoyés, par bureau" columns={LEADS} rows={kpis.leads} />
          </div>
        </details>
      ) : null}
    </Card>
  );
}

const LEADS: FigureColumn<Kpis['leads'][number]>[] = [
  { title: 'Bureau', cell: ({ company }) => company.name },
  { title: 'Voyageurs', cell: ({ count }) => count.toLocaleString('fr-FR') },
];
