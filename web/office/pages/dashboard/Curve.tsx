import { line } from 'd3-shape';
import type { Totals } from '#domain/kpis/dashboard.ts';
import { formatLocalShortDay } from '#domain/reservations/format-moment.ts';
import { useWidth } from '../../use-width.ts';
import styles from './DashboardPage.module.css';
import { FigureTable } from './FigureTable.tsx';
import { formatComparison, formatFigure, formatRank } from './format-figures.ts';

export type Measure = { key: Exclude<keyof Totals, 'rank'>; name: string; short: string };
type Day = Totals & { day: string };
/** `before`, and `rank` with the one before. `rank` null: all companies, whose average says nothing. */
type Props = {
  measure: Measure;
  days: readonly Day[];
  total: number;
  before: number;
  rank: { now: number | null; before: number | null } | null;
};

const HEIGHT = 132;
/** Pixels at the default text size, like the two below. */
const TOP_MARGIN = 10;
const DAY_LABELS_HEIGHT = 22;
const LETTER = 8;
const DAY_LABELS_WIDTH = 24 * LETTER;

export function Curve({ measure: { key, name, short }, days, total, before, rank }: Props) {
  const values = days.map((day) => day[key]);
  const most = Math.max(0, ...values);
  const valueText = `${formatFigure(total)} en 30 jours, ${formatFigure(most)} au plus en un jour`;
  return (
    <figure className={styles.curve}>
      <figcaption>
        <span className={styles.soft}>{name}</span>
        <strong className={styles.total}>{formatFigure(total)}</strong>
        <span className={styles.soft}>{formatComparison(total, before)}</span>
      </figcaption>
      {total === 0 ? (
        <p className={styles.empty}>Rien sur cette période</p>
      ) : (
        <Drawing label={`${name}\u00a0: ${valueText}`} values={values} days={days} />
      )}
      {rank ? <p className={styles.soft}>{formatRank(rank.now, rank.before)}</p> : null}
      <details>
        <summary>Jour par jour</summary>
        <FigureTable
          label={`${name}, jour par jour`}
          columns={[
            { title: 'Jour', cell: ({ day }) => formatLocalShortDay(day) },
            { title: short, cell: (day) => formatFigure(day[key]) },
            ...(rank ? [{ title: 'Rang moyen', cell: (day: Day) => formatFigure(day.rank) }] : []),
          ]}
          rows={[...days].reverse()}
        />
      </details>
    </figure>
  );
}

type Drawn = { label: string; values: readonly number[]; days: readonly Day[] };

function Drawing({ label, values, days }: Drawn) {
  const { ref, width } = useWidth();
  const [top, bottom] = [roundUp(Math.max(...values)), 0];
  const enlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const left = Math.max(formatFigure(top).length, formatFigure(bottom).length) * LETTER * enlarged + 8;
  const head = TOP_MARGIN * enlarged;
  const x = (i: number) => left + (i / Math.max(1, values.length - 1)) * (width - left - 6);
  const y = (value: number) =>
    head + ((top - value) / (top - bottom)) * (HEIGHT - head - DAY_LABELS_HEIGHT * enlarged);
  const path = line<number>()
    .x((_, i) => x(i))
    .y((value) => y(value));
  const isTight = width - left < DAY_LABELS_WIDTH * enlarged;
  const [first = '', last = ''] = [days[0], days.at(-1)].map((entry) => {
    const dayText = formatLocalShortDay(entry?.day ?? '');
    return isTight ? dayText.replace(/^\S+ /, '') : dayText;
  });
  return (
    <div ref={ref} className={styles.drawing}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {[top, bottom].map((value) => (
            <g key={value}>
              <line className={styles.ground} x1={left} x2={width} y1={y(value)} y2={y(value)} />
              <text className={styles.scale} x={left - 8} y={y(value) + 4 * enlarged} textAnchor="end">
                {formatFigure(value)}
              </text>
            </g>
          ))}
          <path className={styles.line} d={path(values) ?? ''} />
          <text className={styles.scale} x={left} y={HEIGHT - 4}>
            {first}
          </text>
          <text className={styles.scale} x={width} y={HEIGHT - 4} textAnchor="end">
            {last}
          </text>
        </svg>
      ) : null}
    </div>
  );
}

/** End of a scale: 1, 2 or 5 and zeros, or two significant digits. */
function roundUp(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.max(1, Math.ceil(value / step) * step);
}
