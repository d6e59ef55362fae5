import { dayAfter } from '#domain/branches/open-state.ts';
import { dayNumber } from '#domain/history/history.ts';
import type { HistoryView } from '#domain/history/history-view.ts';
import { PERIODS } from '#domain/history/period.ts';
import { ticksBetween } from '#domain/history/ticks.ts';
import { formatDecimals, formatValue } from '#domain/money/format-value.ts';
import { formatLongDay } from '#domain/pages/format-fixed.ts';
import type { CurrencyName } from '#domain/pages/page.ts';
import { formatShortUtcDay } from '#web/shared/short-day.ts';
import { inPlural } from '../words.ts';
import styles from './Chart.module.css';
import { type Drawn, HEIGHT, type Series } from './chart-geometry.ts';

type Props = { view: HistoryView; drawn: Drawn; currency: CurrencyName; today: string };

const MOST_TICKS = 4;
const FOOT = 28;
const AXIS = HEIGHT - 8;
const LABELLED_GAP = 0.3;
const LONG_TICK = 6;

// Step lines, stretched over the width of the page by a drawing within the drawing, with texts that keep their size.
export function Chart({ view, drawn, currency, today }: Props) {
  const { days, low, high, y, mid, best, labels, gaps, breaks } = drawn;
  const { values, decimals } = ticksBetween(low, high, MOST_TICKS);
  const ticks = values.map((value) => ({ at: Math.round(y(value)), text: formatDecimals(value, decimals) }));
  const share = (day: number) => `${Math.round((10_000 * day) / days) / 100}%`;
  const isWide = ticks.some(({ text }) => text.length > LONG_TICK);
  return (
    <div className={styles.frame}>
      <svg className={isWide ? `${styles.ticks} ${styles.wide}` : styles.ticks} aria-hidden="true">
        {ticks.map(({ at, text }) => (
          <text key={at} className={styles.axis} x="0" y={at + 4}>
            {text}
          </text>
        ))}
      </svg>
      <svg className={styles.chart} role="img" aria-labelledby="cours-titre" aria-describedby="cours-resume">
        <title id="cours-titre">
          {`Cours de l’euro en ${inPlural(currency)} sur ${PERIODS[view.period].label}`}
        </title>
        <desc id="cours-resume">{describe(view, today)}</desc>
        {gaps.map(({ from, to }) => (
          <rect
            key={from}
            className={styles.gap}
            x={share(from)}
            width={share(to - from)}
            y="0"
            height={HEIGHT - FOOT}
          />
        ))}
        {ticks.map(({ at }) => (
          <line key={at} className={styles.grid} x1="0" x2="100%" y1={at} y2={at} />
        ))}
        {gaps
          .filter(({ from, to }) => (to - from) / days > LABELLED_GAP)
          .map(({ from, to }) => (
            <text
              key={from}
              className={`${styles.axis} ${styles.gapLabel}`}
              x={share((from + to) / 2)}
              y={HEIGHT / 2}
              textAnchor="middle"
            >
              aucun cours connu
            </text>
          ))}
        {breaks.map(({ day }) => (
          <Break key={day} at={dayNumber(day) - dayNumber(view.from)} days={days} share={share} />
        ))}
        <svg
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${days} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Line series={mid} name={styles.mid} />
          <Line series={best} name={styles.best} />
        </svg>
        <Label name="Taux intermédiaire" at={labels.mid} series={mid} tone={styles.midLabel} />
        <Label name="Meilleur bureau" at={labels.best} series={best} tone={styles.bestLabel} />
        {[0, 0.5, 1].map((part) => (
          <text
            key={part}
            className={styles.axis}
            x={`${100 * part}%`}
            y={AXIS}
            textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
          >
            {formatShortUtcDay(
              new Date(dayAfter(view.from, Math.round(part * (days - 1)))),
              new Date(part === 0 ? today : view.to),
            )}
          </text>
        ))}
      </svg>
    </div>
  );
}

function Line({ series, name }: { series: Series | null; name: string | undefined }) {
  return series ? (
    <g className={name}>
      <path d={series.known} vectorEffect="non-scaling-stroke" />
      {series.unknown === '' ? null : (
        <path className={styles.unknown} d={series.unknown} vectorEffect="non-scaling-stroke" />
      )}
    </g>
  ) : null;
}

type BreakProps = { at: number; days: number; share: (day: number) => string };

function Break({ at, days, share }: BreakProps) {
  const isLate = at > days / 2;
  return (
    <>
      <line className={styles.break} x1={share(at)} x2={share(at)} y1="4" y2={HEIGHT - FOOT} />
      <text
        className={styles.axis}
        x={share(at)}
        dx={isLate ? -6 : 6}
        y="16"
        textAnchor={isLate ? 'end' : 'start'}
      >
        rupture
      </text>
    </>
  );
}

type LabelProps = { name: string; at: number; series: Series | null; tone: string | undefined };

function Label({ name, at, series, tone }: LabelProps) {
  return series ? (
    <text className={`${styles.label} ${tone}`} x="100%" y={Math.round(at)} textAnchor="end">
      {`${name} ${formatValue(series.last)}`}
    </text>
  ) : null;
}

function describe({ from, to, mid, best }: HistoryView, today: string): string {
  const span = `Du ${formatLongDay(from, today)} au ${formatLongDay(to, today)}.`;
  const parts = [
    { name: 'Taux intermédiaire', of: mid },
    { name: 'Meilleur bureau', of: best },
  ].flatMap(({ name, of }) =>
    of ? [`${name} entre ${formatValue(of.low.value)} et ${formatValue(of.high.value)}.`] : [],
  );
  return [span, ...parts].join(' ');
}
