import { line } from 'd3-shape';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '#domain/api.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import styles from './DashboardPage.module.css';

export type Figures = Answer<'GET /api/dashboard'>;
type Day = Figures['days'][number];
type Count = 'shown' | 'chosen' | 'requested' | 'collected';

const NAMES: Record<Count, string> = {
  shown: 'Comparaisons où le bureau figure',
  chosen: 'Voyageurs envoyés au site',
  requested: 'Réservations demandées',
  collected: 'Réservations remises',
};
const COUNTS = Object.keys(NAMES) as Count[];
const DAY = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** The last 30 days, each count as a curve, with a table beneath it, and by currency. */
export function LastDays({ figures: { days, currencies } }: { figures: Figures }) {
  return (
    <>
      <Card title="30 derniers jours" note="Jours comptés en temps universel">
        <div className={styles.curves}>
          {COUNTS.map((count) => (
            <Curve key={count} count={count} days={days} />
          ))}
        </div>
        <Table label="30 derniers jours" columns={DAYS} rows={[...days].reverse()} keyOf={({ day }) => day} />
      </Card>
      <Card
        title="Par devise"
        note="Les comparaisons près d’un lieu, où l’ordre dépend de la distance, ne sont pas comptées"
      >
        {currencies.length === 0 ? (
          <EmptyList>Aucune comparaison ni réservation sur cette période.</EmptyList>
        ) : (
          <Table label="Par devise" columns={CURRENCIES} rows={currencies} keyOf={({ code }) => code} />
        )}
      </Card>
    </>
  );
}

const HEIGHT = 120;
const EDGE = 6;

function Curve({ count, days }: { count: Count; days: readonly Day[] }) {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const values = days.map((day) => day[count]);
  const most = Math.max(1, ...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  const path = line<number>()
    .x((_, i) => EDGE + (i / Math.max(1, values.length - 1)) * (width - 2 * EDGE))
    .y((value) => HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE));
  const said = `${total.toLocaleString('fr-FR')} en 30 jours, ${most.toLocaleString('fr-FR')} au plus en un jour`;
  return (
    <figure ref={ref} className={styles.curve}>
      <figcaption>
        <strong>{NAMES[count]}</strong>
        <span className={styles.soft}>{total === 0 ? 'Aucune sur cette période' : said}</span>
      </figcaption>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={`${NAMES[count]} : ${said}`}>
          <line className={styles.ground} x1={0} x2={width} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} />
          <path className={styles.line} d={path(values) ?? ''} />
        </svg>
      ) : null}
    </figure>
  );
}

const DAYS: Column<Day>[] = [
  { title: 'Jour', width: 20, isTitle: true, cell: ({ day }) => DAY.format(new Date(`${day}T00:00:00Z`)) },
  { title: 'Comparaisons', width: 18, isFigure: true, cell: ({ shown }) => whole(shown) },
  { title: 'Rang moyen', width: 16, isFigure: true, cell: ({ rank }) => sayRank(rank) },
  { title: 'Envoyés', width: 14, isFigure: true, cell: ({ chosen }) => whole(chosen) },
  { title: 'Demandées', width: 16, isFigure: true, cell: ({ requested }) => whole(requested) },
  { title: 'Remises', width: 16, isFigure: true, cell: ({ collected }) => whole(collected) },
];

const CURRENCIES: Column<Figures['currencies'][number]>[] = [
  { title: 'Devise', width: 20, isTitle: true, cell: ({ code }) => code },
  { title: 'Comparaisons', width: 20, isFigure: true, cell: ({ shown }) => whole(shown) },
  { title: 'Rang moyen', width: 20, isFigure: true, cell: ({ rank }) => sayRank(rank) },
  { title: 'Demandées', width: 20, isFigure: true, cell: ({ requested }) => whole(requested) },
  { title: 'Remises', width: 20, isFigure: true, cell: ({ collected }) => whole(collected) },
];

function whole(count: number): string {
  return count.toLocaleString('fr-FR');
}

function sayRank(rank: number | null): string {
  return rank === null ? '—' : rank.toLocaleString('fr-FR', { maximumFractionDigits: 1 });
}
