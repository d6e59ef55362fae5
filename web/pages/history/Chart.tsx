import { dayAfter } from '#domain/branches/open-state.ts';
import { dayNumber } from '#domain/history/history.ts';
import type { HistoryView } from '#domain/history/history-view.ts';
import { PERIODS } from '#domain/history/period.ts';
import { ticksBetween } from '#domain/history/ticks.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { formatLongDay } from '#domain/pages/format-fixed.ts';
import type { CurrencyName } from '#domain/pages/page.ts';
import { inPlural } from '../words.ts';
import styles from './Chart.module.css';
import { type Drawn, HEIGHT } from './chart-geometry.ts';
import { formatTick } from './format-tick.ts';

type Props = { view: HistoryView; drawn: Drawn; currency: CurrencyName; today: string };

const MOST_TICKS = 4;
const AXIS = HEIGHT - 8;
const LABELLED_GAP = 0.3;

// Step lines, stretched over the width of the page by a drawing within the drawing, with texts that keep their size.
export function Chart({ view, drawn, currency, today }: Props) {
  const { days, mid, best, labels, gaps, breaks } = drawn;
  const share = (day: number) => `${Math.round((10_000 * day) / days) / 100}%`;
  return (
    <svg className={styles.chart} role="img" aria-labelledby="cours-titre" aria-describedby="cours-resume">
      <title id="cours-titre">
        {`Cours de l’euro en ${inPlural(currency)} sur ${PERIODS[view.period].label}`}
      </title>
      <desc id="cours-resume">{describe(view, today)}</desc>
      {gaps.map(({ from, to }) => (
        <g key={from}>
          <rect className={styles.gap} x={share(from)} width={share(to - from)} y="0" height={HEIGHT - 28} />
          {(to - from) / days > LABELLED_GAP ? (
            <text className={styles.axis} x={share((from + to) / 2)} y={HEIGHT / 2} textAnchor="middle">
              aucun cours connu
            </text>
          ) : null}
        </g>
      ))}
      <Grid drawn={drawn} />
      {breaks.map(({ day }) => {
        const at = dayNumber(day) - dayNumber(view.from);
        const isLate = at > days / 2;
        return (
          <g key={day}>
            <line className={styles.break} x1={share(at)} x2={share(at)} y1="4" y2={HEIGHT - 28} />
            <text
              className={styles.axis}
              x={share(at)}
              dx={isLate ? -6 : 6}
              y="16"
              textAnchor={isLate ? 'end' : 'start'}
            >
              rupture
            </text>
          </g>
        );
      })}
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${days} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[
          { series: mid, name: styles.mid },
          { series: best, name: styles.best },
        ].map(({ series, name }) =>
          series ? (
            <g key={name} className={name}>
              <path d={series.known} vectorEffect="non-scaling-stroke" />
              <path className={styles.unknown} d={series.unknown} vectorEffect="non-scaling-stroke" />
            </g>
          ) : null,
        )}
      </svg>
      {mid ? (
        <Label name="Taux intermédiaire" at={labels.mid} value={mid.last} tone={styles.midLabel} />
      ) : null}
      {best ? (
        <Label name="Meilleur bureau" at={labels.best} value={best.last} tone={styles.bestLabel} />
      ) : null}
      {[0, 0.5, 1].map((part) => (
        <text
          key={part}
          className={styles.axis}
          x={`${100 * part}%`}
          y={AXIS}
          textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
        >
          {formatLongDay(dayAfter(view.from, Math.round(part * (days - 1))), today)}
        </text>
      ))}
    </svg>
  );
}

function Grid({ drawn: { low, high, y } }: { drawn: Drawn }) {
  const { values, decimals } = ticksBetween(low, high, MOST_TICKS);
  return values.map((value) => {
    const at = Math.round(y(value));
    return (
      <g key={at}>
        <line className={styles.grid} x1="0" x2="100%" y1={at} y2={at} />
        <text className={styles.axis} x="0" y={at - 5}>
          {formatTick(value, decimals)}
        </text>
      </g>
    );
  });
}

type LabelProps = { name: string; at: number; value: Decimal; tone: string | undefined };

function Label({ name, at, value, tone }: LabelProps) {
  return (
    <text className={`${styles.label} ${tone}`} x="100%" y={Math.round(at)} textAnchor="end">
      {`${name} ${formatRate(value)}`}
    </text>
  );
}

function describe({ from, to, mid, best }: HistoryView, today: string): string {
  const span = `Du ${formatLongDay(from, today)} au ${formatLongDay(to, today)}.`;
  const parts = [
    { name: 'Taux intermédiaire', of: mid },
    { name: 'Meilleur bureau', of: best },
  ].flatMap(({ name, of }) =>
    of ? [`${name} entre ${formatRate(of.low.value)} et ${formatRate(of.high.value)}.`] : [],
  );
  return [span, ...parts].join(' ');
}
