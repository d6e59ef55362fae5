import { listLabel } from '#domain/currencies/search.ts';
import type { SheetRule } from '#domain/sheets/sheet.ts';
import { clearModal, showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useReadableRows } from './cells.ts';
import { useUnchanged } from './drafts.ts';
import styles from './RowActions.module.css';
import { moveCurrency, removeCurrency, resumeRule, stopRule, suspendSide } from './sheet-calls.ts';
import { isSuspended, useSheet } from './sheet-state.ts';
import { formatRest, formatRule, formatSuspended } from './sheet-text.tsx';
import { useConfirm } from './use-confirm.ts';

const SIDES = [
  { side: 'purchase', word: 'l’achat' },
  { side: 'sale', word: 'la vente' },
] as const;

export function RowActions({ code }: { code: string }) {
  const row = useSheet(({ sheet }) => sheet?.rows.find((one) => one.code === code));
  const isMade = useSheet(({ sheet }) => sheet?.is_made === true);
  const unchanged = useUnchanged(useReadableRows(row ? [row] : []));
  const { confirm } = useConfirm();
  if (!row) return null;
  const suspended = formatSuspended(row, new Date());
  return (
    <div className={styles.actions}>
      {suspended ? <p className={styles.state}>{suspended}</p> : null}
      {row.rule ? <RuleActions code={code} rule={row.rule} /> : null}
      {unchanged.length > 0 ? (
        <div className={styles.group}>
          <Act onClick={() => confirm(unchanged)}>Confirmer ce taux</Act>
        </div>
      ) : null}
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
        <Act onClick={() => useSheet.setState({ historyOf: code })}>Voir son historique</Act>
      </div>
      {isMade ? (
        <div className={styles.group}>
          <Act stays onClick={() => moveCurrency(code, -1)}>
            Monter
          </Act>
          <Act stays onClick={() => moveCurrency(code, 1)}>
            Descendre
          </Act>
          <Act onClick={() => confirmRemoval(code, row.label)}>Retirer de la feuille</Act>
        </div>
      ) : null}
    </div>
  );
}

function RuleActions({ code, rule }: { code: string; rule: SheetRule }) {
  const { rest } = rule;
  return (
    <div className={styles.group}>
      <p className={styles.state}>{rest ? formatRest(rest, new Date()) : formatRule(rule)}</p>
      {rest ? <Act onClick={() => resumeRule(code)}>Relancer la règle</Act> : null}
      {rest?.reason === 'hand' && rest.until === null ? null : (
        <Act onClick={() => stopRule(code)}>Garder à la main jusqu’à relance</Act>
      )}
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

function confirmRemoval(code: string, label: string): void {
  showModal({
    type: 'confirmation',
    title: `Retirer ${code} de la feuille ?`,
    message: `Le bureau ne servira plus cette devise (${listLabel(label)}) : ses taux quittent les comparaisons et restent dans l’historique.`,
    buttonLabelYes: 'Retirer',
    buttonLabelNo: 'Garder',
    mainButton: 'no',
    callbackFunc: () => removeCurrency(code),
  });
}
