import { line } from 'd3-shape';
import type { Totals } from '#domain/kpis/dashboard.ts';
import { formatLocalShortDay } from '#domain/reservations/format-moment.ts';
import { useWidth } from '../../use-width.ts';
import styles from './DashboardPage.module.css';
import { FigureTable } from './FigureTable.tsx';

export type Measure = { key: keyof Totals; name: string; short: string };
type Day = Totals & { day: string };
type Props = { measure: Measure; days: readonly Day[]; total: number | null; before: number | null };

const HEIGHT = 132;
/** Pixels at the default text size, like the two below. */
const TOP_MARGIN = 10;
const DAY_LABELS_HEIGHT = 22;
const LETTER = 8;
const DAY_LABELS_WIDTH = 24 * LETTER;

export function Curve({ measure: { key, name, short }, days, total, before }: Props) {
  const isRank = key === 'rank';
  const values = days.map((day) => day[key]);
  const shown = values.filter((value) => value !== null);
  const isEmpty = isRank ? shown.length === 0 : total === 0;
  const most = Math.max(0, ...shown);
  const valueText = isRank
    ? `${formatFigure(total)} en moyenne sur 30 jours, de ${formatFigure(Math.min(...shown))} à ${formatFigure(most)}`
    : `${formatFigure(total)} en 30 jours, ${formatFigure(most)} au plus en un jour`;
  return (
    <figure className={styles.curve}>
      <figcaption>
        <span className={styles.soft}>{name}</span>
        <strong className={styles.total}>{isEmpty ? (isRank ? '—' : '0') : formatFigure(total)}</strong>
        <span className={styles.soft}>{formatComparison(total, before, isRank)}</span>
      </figcaption>
      {isEmpty ? (
        <p className={styles.empty}>Rien sur cette période</p>
      ) : (
        <Drawing label={`${name} : ${valueText}`} values={values} days={days} isRank={isRank} />
      )}
      <details>
        <summary>Jour par jour</summary>
        <FigureTable
          label={`${name}, jour par jour`}
          columns={[
            { title: 'Jour', cell: ({ day }) => formatLocalShortDay(day) },
            { title: short, cell: (day) => formatFigure(day[key]) },
          ]}
          rows={[...days].reverse()}
        />
      </details>
    </figure>
  );
}

type Drawn = { label: string; values: readonly (number | null)[]; days: readonly Day[]; isRank: boolean };

function Drawing({ label, values, days, isRank }: Drawn) {
  const { ref, width } = useWidth();
  // rank 1 stands at the top
  const highest = Math.max(...values.map((value) => value ?? 0));
  const [top, bottom] = isRank ? [1, Math.max(2, Math.ceil(highest))] : [roundUp(highest), 0];
  const enlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const left = Math.max(formatFigure(top).length, formatFigure(bottom).length) * LETTER * enlarged + 8;
  const head = TOP_MARGIN * enlarged;
  const x = (i: number) => left + (i / Math.max(1, values.length - 1)) * (width - left - 6);
  const y = (value: number) =>
    head + ((top - value) / (top - bottom)) * (HEIGHT - head - DAY_LABELS_HEIGHT * enlarged);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, i) => x(i))
    .y((value) => y(value ?? bottom));
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

function formatFigure(value: number | null): string {
  return value === null ? '—' : value.toLocaleString('fr-FR', { maximumFractionDigits: 1 });
}

function formatComparison(total: number | null, before: number | null, isRank: boolean): string {
  const formerText = `${formatFigure(before)} les 30 jours d’avant`;
  if (isRank || !before || total === null) return formerText;
  const percent = Math.round((total / before - 1) * 100);
  return `${formerText} (${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('fr-FR')} %)`;
}
