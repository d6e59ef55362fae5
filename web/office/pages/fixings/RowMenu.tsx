import { listLabel } from '#domain/currencies/search.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { type Act, ActMenu } from '../../ui/ActMenu.tsx';
import { useReadableRows } from './cells.ts';
import { useUnchanged } from './drafts.ts';
import {
  addCurrency,
  moveCurrency,
  removeCurrency,
  resumeRule,
  stopRule,
  suspendSide,
} from './sheet-calls.ts';
import { closeRowMenu, isSuspended, unfoldRow, useSheet } from './sheet-state.ts';
import { useConfirm } from './use-confirm.ts';

const SIDES = [
  { side: 'purchase', word: 'l’achat', letter: 'A', endless: 'L' },
  { side: 'sale', word: 'la vente', letter: 'V', endless: 'I' },
] as const;

export function RowMenu({ rows }: { rows: readonly RateRow[] }) {
  const menu = useSheet((state) => state.menu);
  const sheet = useSheet((state) => state.sheet);
  const code = menu?.code;
  const row = rows.find((one) => one.code === code);
  const unchanged = useUnchanged(useReadableRows(row ? [row] : []));
  const { confirm } = useConfirm();
  if (!menu || !row || !code) return null;
  const listed = sheet?.rows.find((one) => one.code === code);
  const rule = listed?.rule;
  const acts: (Act | false)[][] = [
    [
      { letter: 'H', label: 'Voir son historique', onAct: () => unfoldRow(code) },
      unchanged.length > 0 && { letter: 'C', label: 'Confirmer ce taux', onAct: () => confirm(unchanged) },
    ],
    [
      rule?.rest != null && { letter: 'R', label: 'Relancer la règle', onAct: () => resumeRule(code) },
      rule != null &&
        !(rule.rest?.reason === 'hand' && rule.rest.until === null) && {
          letter: 'G',
          label: 'Garder à la main jusqu’à relance',
          onAct: () => stopRule(code),
        },
    ],
    sheet?.is_made === true && listed
      ? [
          { letter: 'M', label: 'Monter', onAct: () => moveCurrency(code, -1) },
          { letter: 'D', label: 'Descendre', onAct: () => moveCurrency(code, 1) },
        ]
      : [!listed && { letter: 'J', label: 'Ajouter à ma feuille', onAct: () => addCurrency(code) }],
    SIDES.filter(({ side }) => row[side] !== null).flatMap(({ side, word, letter, endless }): Act[] =>
      isSuspended(row.suspended, side)
        ? [{ letter, label: `Reprendre ${word}`, onAct: () => suspendSide(code, side, null) }]
        : [
            {
              letter,
              label: `Suspendre ${word} jusqu’à demain 8\u00a0h`,
              onAct: () => suspendSide(code, side, 'tomorrow'),
            },
            {
              letter: endless,
              label: `Suspendre ${word} sans limite`,
              onAct: () => suspendSide(code, side, 'endless'),
            },
          ],
    ),
    [
      sheet?.is_made === true &&
        listed !== undefined && {
          letter: 'T',
          label: 'Retirer de la feuille',
          onAct: () => confirmRemoval(row),
          isDestructive: true,
        },
    ],
  ];
  return (
    <ActMenu
      anchor={menu.anchor}
      title={`Actions ${code}`}
      groups={acts.map((group) => group.filter((act) => act !== false))}
      onClose={closeRowMenu}
    />
  );
}

function confirmRemoval({ code, label }: RateRow): void {
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
