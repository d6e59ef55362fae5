import { Button } from '#web/shared/ui/Button.tsx';
import { reserveFoot } from '../../ui/reserve-foot.ts';
import styles from './StocksPage.module.css';
import type { StockCells } from './use-stock-cells.ts';

export function StockBar({ form: { changes, isSaving, save, forget } }: { form: StockCells }) {
  const { length: count } = changes;
  if (count === 0) return <p className="visually-hidden" role="status" />;
  return (
    <section ref={reserveFoot} className={styles.bar} aria-label="Enregistrement">
      <p className={styles.count} role="status">
        {count === 1 ? '1 cellule non enregistrée' : `${count} cellules non enregistrées`}
      </p>
      <div className={styles.acts}>
        <Button
          className={styles.save}
          aria-disabled={isSaving}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl + Entrée"
          onClick={() => void save()}
        >
          Enregistrer
        </Button>
        <button type="button" className={styles.forget} aria-disabled={isSaving} onClick={forget}>
          Annuler
        </button>
      </div>
    </section>
  );
}
