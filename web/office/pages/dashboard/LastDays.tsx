import { useState } from 'react';
import type { Answer } from '#domain/api.ts';
import { totalOf } from '#domain/kpis/dashboard.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Curve, type Measure } from './Curve.tsx';
import styles from './DashboardPage.module.css';
import { type FigureColumn, FigureTable } from './FigureTable.tsx';

export type Figures = Answer<'GET /api/dashboard'>;

const measures = (isOfAll: boolean): readonly Measure[] => [
  { key: 'shown', name: isOfAll ? 'Offres montrées' : 'Comparaisons où vous êtes vu', short: 'Vues' },
  { key: 'rank', name: 'Rang moyen', short: 'Rang' },
  { key: 'chosen', name: 'Voyageurs envoyés au site', short: 'Envoyés' },
  { key: 'requested', name: 'Réservations demandées', short: 'Demandées' },
  { key: 'collected', name: 'Réservations remises', short: 'Remises' },
];

export function LastDays({ figures, isOfAll }: { figures: Figures; isOfAll: boolean }) {
  const { days, before, currencies } = figures;
  const totals = totalOf(days);
  return (
    <>
      <Card title="30 derniers jours" note="Jours comptés à l’heure de Paris">
        <div className={styles.curves}>
          {measures(isOfAll).map((measure) => (
            <Curve
              key={measure.key}
              measure={measure}
              days={days}
              total={totals[measure.key]}
              before={before[measure.key]}
            />
          ))}
        </div>
      </Card>
      <Card title="Par devise" note="30 derniers jours">
        {currencies.length === 0 ? (
          <EmptyList>Aucune comparaison ni réservation sur cette période.</EmptyList>
        ) : (
          <ByCurrency currencies={currencies} />
        )}
      </Card>
    </>
  );
}

const ROWS_BEFORE_MORE = 8;

function ByCurrency({ currencies }: { currencies: Figures['currencies'] }) {
  const [isWhole, setWhole] = useState(false);
  const rest = currencies.length - ROWS_BEFORE_MORE;
  return (
    <div className={styles.scroll}>
      <FigureTable
        label="Par devise"
        columns={CURRENCIES}
        rows={isWhole ? currencies : currencies.slice(0, ROWS_BEFORE_MORE)}
      />
      {rest > 0 ? (
        <Button variant="secondary" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Les premières seulement' : `Les ${currencies.length} devises`}
        </Button>
      ) : null}
    </div>
  );
}

const CURRENCIES: FigureColumn<Figures['currencies'][number]>[] = [
  { title: 'Devise', cell: ({ code }) => code },
  { title: 'Vues', cell: ({ shown }) => shown.toLocaleString('fr-FR') },
  {
    title: 'Rang',
    cell: ({ rank }) => (rank === null ? '—' : rank.toLocaleString('fr-FR', { maximumFractionDigits: 1 })),
  },
  { title: 'Demandées', cell: ({ requested }) => requested.toLocaleString('fr-FR') },
  { title: 'Remises', cell: ({ collected }) => collected.toLocaleString('fr-FR') },
];
