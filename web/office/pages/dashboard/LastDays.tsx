import { useState } from 'react';
import type { Answer } from '#domain/api.ts';
import { totalOf } from '#domain/kpis/dashboard.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Curve, type Measure } from './Curve.tsx';
import styles from './DashboardPage.module.css';
import { type FigureColumn, FigureTable } from './FigureTable.tsx';
import { formatFigure } from './format-figures.ts';

export type Figures = Answer<'GET /api/dashboard'>;

const measures = (isOfAll: boolean): readonly Measure[] => [
  { key: 'shown', name: isOfAll ? 'Offres montrées' : 'Comparaisons où vous êtes vu', short: 'Vues' },
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
              rank={measure.key === 'shown' && !isOfAll ? { now: totals.rank, before: before.rank } : null}
            />
          ))}
        </div>
      </Card>
      <Card title="Par devise" note="30 derniers jours">
        {currencies.length === 0 ? (
          <EmptyList>Aucune comparaison ni réservation sur cette période.</EmptyList>
        ) : (
          <ByCurrency currencies={currencies} isOfAll={isOfAll} />
        )}
      </Card>
    </>
  );
}

const ROWS_BEFORE_MORE = 8;

type ByCurrencyProps = { currencies: Figures['currencies']; isOfAll: boolean };

function ByCurrency({ currencies, isOfAll }: ByCurrencyProps) {
  const [isWhole, setWhole] = useState(false);
  const rest = currencies.length - ROWS_BEFORE_MORE;
  return (
    <div className={styles.scroll}>
      <FigureTable
        label="Par devise"
        columns={currencyColumns(isOfAll)}
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

type CurrencyColumn = FigureColumn<Figures['currencies'][number]>;

// the average rank of all bureaux is the same in every currency, but for their number
function currencyColumns(isOfAll: boolean): CurrencyColumn[] {
  const rank: CurrencyColumn = { title: 'Rang', cell: (row) => formatFigure(row.rank) };
  return [
    { title: 'Devise', cell: ({ code }) => code },
    { title: 'Vues', cell: ({ shown }) => formatFigure(shown) },
    ...(isOfAll ? [] : [rank]),
    { title: 'Demandées', cell: ({ requested }) => formatFigure(requested) },
    { title: 'Remises', cell: ({ collected }) => formatFigure(collected) },
  ];
}
