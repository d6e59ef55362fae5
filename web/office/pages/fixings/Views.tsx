import type { RateRow } from '#domain/rates/fixing.ts';
import { isInView, useSheet, type View } from './sheet-state.ts';
import styles from './Views.module.css';

/** `all` null: a branch's sheet, which has no grid. */
type Props = { view: View; onChoose: (view: View) => void; all: readonly RateRow[] | null };

export function Views({ view, onChoose, all }: Props) {
  const mine = useSheet(({ sheet }) => sheet?.rows) ?? NONE;
  const views: readonly { name: View; title: string; count: number }[] = [
    { name: 'mine', title: 'Mes devises', count: mine.length },
    ...(all ? [{ name: 'all', title: 'Toutes', count: all.length } as const] : []),
    {
      name: 'to_confirm',
      title: 'À confirmer',
      count: mine.filter((row) => isInView('to_confirm', row)).length,
    },
    {
      name: 'suspended',
      title: 'Suspendues',
      count: mine.filter((row) => isInView('suspended', row)).length,
    },
  ];
  return (
    <fieldset className={styles.views}>
      <legend className="visually-hidden">Devises montrées</legend>
      {views.map(({ name, title, count }) => (
        <button
          key={name}
          type="button"
          className={styles.view}
          aria-pressed={name === view}
          onClick={() => onChoose(name)}
        >
          {title} <span className={styles.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  );
}

const NONE: readonly RateRow[] = [];
