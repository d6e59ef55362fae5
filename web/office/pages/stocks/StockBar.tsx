import { FootBar } from '../../ui/FootBar.tsx';
import { UndoLine } from '../../ui/UndoLine.tsx';
import styles from './StocksPage.module.css';
import type { StockCells } from './use-stock-cells.ts';

type Props = { form: StockCells; onGone: () => void };

// `onGone`: the pressed button disappears.
export function StockBar({ form, onGone }: Props) {
  const { changes, abandoned, isSaving, save, abandon, takeBack } = form;
  const { length: count } = changes;
  const then = (act: () => void) => () => {
    act();
    onGone();
  };
  if (count === 0) {
    return (
      <div role="status" className={abandoned > 0 ? styles.abandoned : ''}>
        {abandoned > 0 ? (
          <UndoLine act="Reprendre" onAct={then(takeBack)}>
            {abandoned === 1 ? '1 cellule abandonnée.' : `${abandoned} cellules abandonnées.`}
          </UndoLine>
        ) : null}
      </div>
    );
  }
  return (
    <FootBar
      name="Enregistrement"
      act="Enregistrer"
      isBusy={isSaving}
      onAct={() => void save()}
      onAbandon={then(abandon)}
    >
      <p role="status">{count === 1 ? '1 cellule non enregistrée' : `${count} cellules non enregistrées`}</p>
    </FootBar>
  );
}
