import type { CSSProperties } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { isFarFromMid } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { formatMargin, marginOf } from '#domain/rates/margin.ts';
import type { QuoteUnit, SheetRow, SheetRule } from '#domain/sheets/sheet.ts';
import { formatHour } from '#web/shared/dates.ts';
import { formatShortDay } from '#web/shared/short-day.ts';
import { formatReading } from './cells.ts';
import styles from './Sheet.module.css';

export function FittedFigure({ text }: { text: string }) {
  return (
    <span className={styles.figureRoom}>
      <span className={styles.figure} style={sizeOf(text)}>
        {text}
      </span>
    </span>
  );
}

export function sizeOf(text: string): CSSProperties {
  // React's type knows no custom properties
  return { '--length': text.length } as CSSProperties;
}

export function formatAmounts(
  { purchase, sale }: Pick<RateRow, 'purchase' | 'sale'>,
  unit: QuoteUnit,
): string {
  return `achat ${formatReading(purchase, unit) || '—'}, vente ${formatReading(sale, unit) || '—'}`;
}

export function formatSuspended({ suspended }: RateRow, now: Date): string {
  if (!suspended?.purchase && !suspended?.sale) return '';
  const sides =
    suspended.purchase && suspended.sale
      ? 'achat et vente suspendus'
      : suspended.sale
        ? 'vente suspendue'
        : 'achat suspendu';
  return suspended.until
    ? `${sides} jusqu’${formatUntil(new Date(suspended.until), now)}`
    : `${sides} sans limite`;
}

function formatUntil(until: Date, now: Date): string {
  const hour = formatHour(until).replace(/\u00a000$/, '');
  if (until.toDateString() === now.toDateString()) return hour;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  if (until.toDateString() === tomorrow.toDateString()) return `à demain ${hour.replace(/^à /, '')}`;
  return `au ${formatShortDay(until, now)} ${hour}`;
}

export function formatMidDay(at: Date, now: Date): string {
  if (at.toDateString() !== now.toDateString()) return formatShortDay(at, now);
  return `aujourd’hui ${formatHour(at)
    .replace(/^à /, '')
    .replace(/\u00a000$/, '')}`;
}

export function Rank({ rank, unit }: { rank: SheetRow['rank']; unit: QuoteUnit }) {
  if (!rank) return '—';
  const { place, of, best } = rank;
  return (
    <>
      <strong>
        {place}
        {place === 1 ? 'er' : 'e'}
      </strong>{' '}
      sur {of}
      {place === 1 ? null : (
        <span className={styles.best}>
          <span className={styles.comma}>, </span>1er à{' '}
          <span className={styles.whole} style={sizeOf(formatReading(best, unit))}>
            {formatReading(best, unit)}
          </span>
        </span>
      )}
    </>
  );
}

export function Margin({ side, amount, rate, isSuspended }: MarginProps) {
  if (isSuspended) return 'suspendu';
  if (amount === null) return '—';
  const margin = marginOf(side, amount, rate);
  const text = formatMargin(margin);
  if (margin < 0) return <span className={styles.losing}>{text}</span>;
  if (!isFarFromMid(amount, rate)) return text;
  return (
    <span className={styles.far} title="Loin du taux intermédiaire">
      {text}
      <span className="visually-hidden"> : loin du taux intermédiaire</span>
    </span>
  );
}

type MarginProps = {
  side: 'purchase' | 'sale';
  amount: number | null;
  rate: number;
  isSuspended: boolean;
};

export function formatRule({ purchase_margin, sale_margin }: SheetRule): string {
  const sides = [
    purchase_margin === null ? [] : `achat ${formatPercent(purchase_margin)}`,
    sale_margin === null ? [] : `vente ${formatPercent(sale_margin)}`,
  ].flat();
  return `suit le taux intermédiaire : ${sides.join(', ')}`;
}

function formatPercent(percent: number): string {
  return `${percent.toLocaleString('fr-FR')}\u00a0%`;
}

export function formatRest({ reason, until }: NonNullable<SheetRule['rest']>, now: Date): string {
  if (reason !== 'hand') return `règle en pause : ${RESTS[reason]}`;
  return until ? `à la main jusqu’${formatUntil(new Date(until), now)}` : 'à la main jusqu’à relance';
}

const RESTS = {
  jump: 'le taux intermédiaire a bondi, le dernier taux reste',
  impossible: 'elle n’y donne pas de taux, le dernier reste',
  held: 'son taux s’écarte trop, le dernier reste',
} as const;

export function formatAge(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / 3_600_000);
  if (hours < 48) return `il y a ${Math.max(hours, 1)}\u00a0h`;
  return `il y a ${Math.floor(hours / 24)}\u00a0jours`;
}

export function writeMid({ rate }: RateRow, unit: QuoteUnit): string {
  return unit === 'per_base' ? formatRate(decimalOf(rate)) : formatReading(rate, unit);
}
