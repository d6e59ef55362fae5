import { useEffect, useRef } from 'react';
import { groupDigits } from '#domain/money/format.ts';
import type { TableLine } from '#domain/sheets/table-line.ts';
import { FootBar } from '../../../ui/FootBar.tsx';
import styles from './TablePreview.module.css';

type Outcome = TableLine['outcome'];
type Count = (outcome: Outcome) => number;

// Bar at the window's foot, as the sheet's, for as long as its table is in preview.
export function TakeOverBar({ count, onTakeOver, onAbandon }: Props) {
  const draftCount = count('new') + count('changed');
  const isNothing = draftCount === 0;
  useTakeOverKey(isNothing ? null : onTakeOver);
  return (
    <FootBar
      name="Reprise du tableau"
      act={
        isNothing ? undefined : (
          <span>
            Reprendre<span className={styles.asDrafts}> {draftCount} taux en brouillon</span>
          </span>
        )
      }
      isBusy={false}
      onAct={onTakeOver}
      abandon="Abandonner"
      onAbandon={onAbandon}
    >
      <p role="status">{isNothing ? formatNothing(count) : `${draftCount} taux à reprendre`}</p>
      <p role="status">{formatOthers(count)}</p>
    </FootBar>
  );
}

type Props = { count: Count; onTakeOver: () => void; onAbandon: () => void };

// Key of the sheet's bar.
function useTakeOverKey(takeOver: (() => void) | null): void {
  const act = useRef(takeOver);
  useEffect(() => {
    act.current = takeOver;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || !act.current) return;
      if (target instanceof Element && target.closest('form, [role="dialog"]')) return;
      event.preventDefault();
      act.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function formatOthers(count: Count): string {
  const summary = [
    [count('unchanged'), 'inchangé', 'inchangés'],
    [count('to_choose'), 'à choisir', 'à choisir'],
    [count('to_correct'), 'à corriger', 'à corriger'],
    [count('refused'), 'refusé', 'refusés'],
    [count('not_kept'), 'écarté', 'écartés'],
    [count('left'), 'laissé', 'laissés'],
    [count('apart'), 'à part', 'à part'],
  ] as const;
  return summary
    .flatMap(([n, one, many]) => (n === 0 ? [] : `${groupDigits(String(n))} ${n === 1 ? one : many}`))
    .join(', ');
}

const OPEN: readonly Outcome[] = ['to_choose', 'to_correct', 'refused', 'left'];

function formatNothing(count: Count): string {
  if (OPEN.some((outcome) => count(outcome) > 0))
    return 'Choisissez ou corrigez une ligne pour la reprendre.';
  if (count('unchanged') > 0) return 'Ces taux sont déjà les vôtres.';
  return count('apart') > 0
    ? 'Ajoutez ces devises pour reprendre leurs taux.'
    : 'Ce tableau n’a aucun taux à reprendre.';
}
