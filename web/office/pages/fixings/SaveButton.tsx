import styles from './SaveButton.module.css';
import type { Fixing } from './use-fixing.ts';

/** Saves the row; on an unchanged one it says that there is nothing to save (spec 5). */
export function SaveButton({ fixing: { row, draft, isSaving, save } }: { fixing: Fixing }) {
  return (
    <button
      type="button"
      className={styles.save}
      data-changed={draft?.isChanged === true}
      aria-label={`Fixer ${row.code}`}
      aria-disabled={isSaving}
      onClick={() => save('sale')}
    >
      Fixer
    </button>
  );
}
