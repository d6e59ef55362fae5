import { curveStepAfter, line } from 'd3-shape';
import { Link } from 'react-router';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import type { Curve as CurveOfRates } from '#domain/rates/history.ts';
import { formatShortDay } from '#web/shared/short-day.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { useWidth } from '../../../use-width.ts';
import styles from './Curve.module.css';
import { type Point, roundTicks, scale, spreadLabels } from './scales.ts';

type Props = {
  curve: CurveOfRates;
  days: number;
  spans: readonly number[];
  linkTo: (days: number) => string;
};

type Drawn = {
  key: 'purchase' | 'sale' | 'mid';
  name: string;
  points: readonly Point[];
  format: (rate: number) => string;
};

const HEIGHT = 260;
const MARGIN = { top: 12, right: 118, bottom: 28, left: 64 };
const LABEL_SPACING = 16;

export function Curve({ curve, days, spans, linkTo }: Props) {
  const { ref, width } = useWidth();
  const { code, base, company } = curve;
  return (
    <Card
      title={`${code} pour 1 ${base}, ${company?.name ?? 'taux intermédiaire'}`}
      note={
        <span className={styles.spans}>
          {spans.map((span) => (
            <Link key={span} to={linkTo(span)} aria-current={span === days ? 'true' : undefined}>
              {span === 365 ? '1 an' : `${span} jours`}
            </Link>
          ))}
        </span>
      }
    >
      <div ref={ref} className={styles.curve}>
        {company && curve.steps.length === 0 ? (
          <p className={styles.none}>Aucun taux {code} de ce bureau sur cette période.</p>
        ) : null}
        {width > 0 ? <Drawing curve={curve} width={width} /> : null}
      </div>
    </Card>
  );
}

function Drawing({ curve, width }: { curve: CurveOfRates; width: number }) {
  const [from, to] = [Date.parse(curve.from), Date.parse(curve.to)];
  const drawn = linesOf(curve, from, to);
  const rates = drawn.flatMap(({ points }) => points.flatMap(({ rate }) => rate ?? []));
  if (rates.length === 0) return null;
  const ticks = roundTicks(Math.min(...rates), Math.max(...rates));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const x = (at: number) => scale(at, [from, to], [MARGIN.left, width - MARGIN.right]);
  const y = (rate: number) => scale(rate, [low, high], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const path = line<Point>()
    .defined(({ rate }) => rate !== null)
    .x(({ at }) => x(at))
    .y(({ rate }) => y(rate ?? 0))
    .curve(curveStepAfter);
  const labels = spreadLabels(
    drawn.flatMap(({ key, name, points, format }) => {
      const last = points.at(-1)?.rate ?? null;
      return last === null ? [] : [{ key, text: `${name} ${format(last)}`, at: y(last) }];
    }),
    LABEL_SPACING,
  );
  const dayTicks = width < 500 ? 1 : 4;
  return (
    <svg
      className={styles.drawing}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={summaryOf(curve, drawn)}
    >
      {ticks.map((rate) => (
        <g key={rate}>
          <line
            className={styles.grid}
            x1={MARGIN.left}
            x2={width - MARGIN.right}
            y1={y(rate)}
            y2={y(rate)}
          />
          <text className={styles.tick} x={MARGIN.left - 8} y={y(rate) + 4} textAnchor="end">
            {formatFixing(rate)}
          </text>
        </g>
      ))}
      {Array.from({ length: dayTicks + 1 }, (_, i) => {
        const at = from + ((to - from) * i) / dayTicks;
        return (
          <text
            key={at}
            className={styles.tick}
            x={x(at)}
            y={HEIGHT - 8}
            textAnchor={i === 0 ? 'start' : i === dayTicks ? 'end' : 'middle'}
          >
            {formatShortDay(new Date(at), new Date(to))}
          </text>
        );
      })}
      {drawn.map(({ key, points }) => (
        <path key={key} className={styles[key]} d={path(points) ?? ''} />
      ))}
      {labels.map(({ key, text, at }) => (
        <text
          key={key}
          className={`${styles.label} ${styles[`${key}Label`]}`}
          x={width - MARGIN.right + 8}
          y={at + 4}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

function linesOf({ steps, mids }: CurveOfRates, from: number, to: number): Drawn[] {
  const held = (points: Point[]): Point[] => {
    const last = points.at(-1);
    return last ? [...points, { at: to, rate: last.rate }] : [];
  };
  const at = (moment: string) => Math.min(to, Math.max(from, Date.parse(moment)));
  const format = (rate: number) => formatFixing(rate);
  return [
    {
      key: 'mid',
      name: 'Interm.',
      points: held(mids.map((mid) => ({ at: at(mid.at), rate: mid.rate }))),
      format: (rate) => formatRate(decimalOf(rate)),
    },
    {
      key: 'purchase',
      name: 'Achat',
      points: held(steps.map((step) => ({ at: at(step.at), rate: step.purchase }))),
      format,
    },
    {
      key: 'sale',
      name: 'Vente',
      points: held(steps.map((step) => ({ at: at(step.at), rate: step.sale }))),
      format,
    },
  ];
}

function summaryOf({ code, from, to }: CurveOfRates, drawn: readonly Drawn[]): string {
  const labels = drawn.flatMap(({ name, points, format }) => {
    const rates = points.flatMap(({ rate }) => rate ?? []);
    if (rates.length === 0) return [];
    return `${name} entre ${format(Math.min(...rates))} et ${format(Math.max(...rates))}`;
  });
  const end = new Date(to);
  return `Courbe de ${code} du ${formatShortDay(new Date(from), end)} au ${formatShortDay(end, end)} : ${labels.join(', ')}. Le tableau qui suit donne chaque changement.`;
}
