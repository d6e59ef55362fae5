import type { Answer } from '#domain/api.ts';
import { formatTarget } from '#domain/margins/margin-sheet.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import styles from './MarginsPage.module.css';

type Line = Answer<'POST /api/fixings/margins/preview'>['lines'][number];

export function Preview({ lines }: { lines: readonly Line[] }) {
  return (
    <Table label="Taux qui résultent des règles" columns={COLUMNS} rows={lines} keyOf={({ code }) => code} />
  );
}

const OUTCOMES = {
  by_hand: ['à la main', 'neutral'],
  unchanged: ['inchangé', 'neutral'],
  changed: ['change', 'success'],
  old: ['taux interm. trop ancien', 'warning'],
  hand: ['en pause, à la main', 'warning'],
  jump: ['en pause, saut du taux', 'warning'],
  impossible: ['aucun taux possible', 'failure'],
  held: ['trop loin du taux', 'failure'],
} as const satisfies Record<Line['outcome'], readonly [string, string]>;

const COLUMNS: Column<Line>[] = [
  {
    title: 'Devise',
    width: 26,
    cell: ({ code, label }) => (
      <span className={styles.currency}>
        <Flag code={code} lazy />
        <span>
          <strong>{code}</strong> {label}
        </span>
      </span>
    ),
  },
  { title: 'Taux intermédiaire', width: 14, isFigure: true, cell: ({ rate }) => formatRate(decimalOf(rate)) },
  {
    title: 'Achat',
    width: 16,
    isFigure: true,
    cell: ({ now, next }) => formatMove(now.purchase, next.purchase),
  },
  { title: 'Vente', width: 16, isFigure: true, cell: ({ now, next }) => formatMove(now.sale, next.sale) },
  { title: 'Règle', width: 14, cell: ({ target }) => (target ? formatTarget(target) : 'aucune') },
  {
    title: 'Ce qui se passe',
    width: 14,
    cell: ({ outcome }) => <Badge tone={OUTCOMES[outcome][1]}>{OUTCOMES[outcome][0]}</Badge>,
  },
];

function formatMove(now: number | null, next: number | null) {
  if (now === next) return formatOptional(next);
  return (
    <>
      <span className={styles.former}>{formatOptional(now)}</span> → <strong>{formatOptional(next)}</strong>
    </>
  );
}

function formatOptional(amount: number | null): string {
  return amount === null ? '—' : formatFixing(amount);
}
