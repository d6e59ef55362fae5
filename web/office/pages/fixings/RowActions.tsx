import { listLabel } from '#domain/currencies/search.ts';
import { clearModal, showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { addresses } from '../../addresses.ts';
import styles from './RowActions.module.css';
import { leaveSheet, moveCurrency, suspendSide } from './sheet-calls.ts';
import { isSuspended, useSheet } from './sheet-state.ts';
import { saySuspended } from './sheet-words.tsx';

const SIDES = [
  { side: 'purchase', word: 'l’achat' },
  { side: 'sale', word: 'la vente' },
] as const;

/** What can be done with a currency of the sheet: stop or resume a side, move it, take it off. */
export function RowActions({ code }: { code: string }) {
  const row = useSheet(({ sheet }) => sheet?.rows.find((one) => one.code === code));
  const isMade = useSheet(({ sheet }) => sheet?.is_made === true);
  if (!row) return null;
  const suspended = saySuspended(row, new Date());
  return (
    <div className={styles.actions}>
      {suspended ? <p className={styles.state}>{suspended}</p> : null}
      {SIDES.filter(({ side }) => row[side] !== null).map(({ side, word }) => (
        <div key={side} className={styles.group}>
          {isSuspended(row.suspended, side) ? (
            <Act onClick={() => suspendSide(code, side, null)}>Reprendre {word}</Act>
          ) : (
            <>
              <Act onClick={() => suspendSide(code, side, 'tomorrow')}>
                Suspendre {word} jusqu’à demain 8&nbsp;h
              </Act>
              <Act onClick={() => suspendSide(code, side, 'endless')}>Suspendre {word} sans limite</Act>
            </>
          )}
        </div>
      ))}
      <div className={styles.group}>
        {/* a modal stands outside of the router */}
        <Act onClick={() => location.assign(`#${addresses.historyOf(code)}`)}>Voir son historique</Act>
      </div>
      {isMade ? (
        <div className={styles.group}>
          <Act stays onClick={() => moveCurrency(code, -1)}>
            Monter
          </Act>
          <Act stays onClick={() => moveCurrency(code, 1)}>
            Descendre
          </Act>
          <Act onClick={() => askToLeave(code, row.label)}>Retirer de la feuille</Act>
        </div>
      ) : null}
    </div>
  );
}

function Act({ onClick, stays, children }: ActProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        if (!stays) clearModal();
        void onClick();
      }}
    >
      {children}
    </Button>
  );
}

type ActProps = { onClick: () => unknown; stays?: boolean; children: React.ReactNode };

function askToLeave(code: string, label: string): void {
  showModal({
    type: 'confirmation',
    title: `Retirer ${code} de la feuille ?`,
    message: `Le bureau ne servira plus cette devise (${listLabel(label)}) : ses taux quittent les comparaisons et restent dans l’historique.`,
    buttonLabelYes: 'Retirer',
    buttonLabelNo: 'Garder',
    mainButton: 'no',
    callbackFunc: () => leaveSheet(code),
  });
}
