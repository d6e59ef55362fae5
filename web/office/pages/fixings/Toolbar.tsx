import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { UNITS } from '#domain/sheets/unit-titles.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { useMediaQuery } from '#web/shared/ui/use-media-query.ts';
import { addresses } from '../../addresses.ts';
import type { TableFormat } from '../../tables/write-table.ts';
import { type Act, ActMenu } from '../../ui/ActMenu.tsx';
import { AddCurrencies } from './AddCurrencies.tsx';
import { type Branch, BranchPicker, useChooseBranch } from './BranchPicker.tsx';
import { clearCells, undoChange, useCells, useReadableRows } from './cells.ts';
import { useUnchanged } from './drafts.ts';
import { focusFirst } from './fields.ts';
import { exportRates } from './out/RatesExport.tsx';
import { changeUnit } from './sheet-calls.ts';
import { isInView, useSheet, type View } from './sheet-state.ts';
import styles from './Toolbar.module.css';
import { useConfirm } from './use-confirm.ts';

type Props = {
  view: View;
  onChoose: (view: View) => void;
  query: string;
  onQuery: (query: string) => void;
  rates: readonly RateRow[];
  // null: it stands in the head of the cards
  fold: ReactNode;
  branch: number | null;
  branches: readonly Branch[];
};

export const GRID_ID = 'grille';

export function Toolbar(props: Props) {
  const { view, onChoose, query, onQuery, rates, fold, branch, branches } = props;
  const isPhone = useMediaQuery('--phone');
  const undone = formatCodes(useCells(({ changes }) => changes.at(-1)) ?? []);
  return (
    <div className={styles.toolbar}>
      {fold}
      {isPhone ? null : <BranchPicker branch={branch} branches={branches} className={styles.branch} />}
      <Views view={view} onChoose={onChoose} all={rates.length} />
      <div className={styles.search}>
        <SearchField
          label="Rechercher une devise"
          placeholder="Devise, pays ou code"
          value={query}
          onType={onQuery}
          onEnter={() => focusFirst()}
          hasSlashShortcut
        />
      </div>
      {undone ? (
        <Button
          className={styles.undo}
          variant="secondary"
          size="small"
          aria-label={`Annuler ${undone}`}
          title={`Annuler ${undone}`}
          onClick={undoChange}
        >
          <Icon name="undo" />
          <span className={styles.undone}>{undone}</span>
        </Button>
      ) : null}
      <More rates={rates} branch={branch} branches={isPhone ? branches : NONE} />
    </div>
  );
}

type FoldProps = { base: string; isOpen: boolean; onFold: () => void };

export function Fold({ base, isOpen, onFold }: FoldProps) {
  return (
    <button
      type="button"
      className={styles.square}
      data-open={isOpen}
      aria-label={`Vos taux pour 1 ${base}`}
      title={isOpen ? 'Replier' : 'Déplier'}
      aria-expanded={isOpen}
      aria-controls={GRID_ID}
      onClick={onFold}
    >
      <Icon name="chevron" />
    </button>
  );
}

function formatCodes(cells: readonly { code: string }[]): string {
  const [first, ...others] = new Set(cells.map(({ code }) => code));
  return [first, ...(others.length > 0 ? [`+ ${others.length}`] : [])].join(' ');
}

function Views({ view, onChoose, all }: Pick<Props, 'view' | 'onChoose'> & { all: number }) {
  const mine = useSheet(({ sheet }) => sheet?.rows) ?? NONE;
  const count = (name: View) => mine.filter((row) => isInView(name, row)).length;
  const views: readonly { name: View; title: string; count: number }[] = [
    { name: 'mine', title: 'Mes devises', count: mine.length },
    { name: 'all', title: 'Toutes', count: all },
    { name: 'to_confirm', title: 'À confirmer', count: count('to_confirm') },
    { name: 'suspended', title: 'Suspendues', count: count('suspended') },
  ];
  const shown = views.filter(({ name, count }, i) => i < 2 || count > 0 || name === view);
  return (
    <fieldset className={styles.views}>
      <legend className="visually-hidden">Devises montrées</legend>
      {shown.map(({ name, title, count }) => (
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

const NONE = [] as const;

function More({ rates, branch, branches }: Pick<Props, 'rates' | 'branch' | 'branches'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const sheet = useSheet((state) => state.sheet);
  const unit = sheet?.quote_unit ?? 'per_base';
  const unchanged = useUnchanged(useReadableRows(sheet?.rows ?? NONE));
  const { confirm } = useConfirm();
  const { choose, isBusy } = useChooseBranch();
  const isOfBranch = branch !== null;
  const navigate = useNavigate();
  const go = (address: string) => () => navigate(address);
  const save = (format: TableFormat) => () =>
    exportRates(sheet?.rows ?? rates, unit, format).catch(showFailure);
  const companyAct = { label: 'Taux du bureau', isChosen: !isOfBranch, onAct: () => choose(null) };
  const branchActs = branches.map(({ id, name }) => ({
    label: `Taux de l’agence ${name}`,
    isChosen: id === branch,
    onAct: () => choose(id),
  }));
  const groups: (Act | false)[][] = [
    branches.length > 0 && !isBusy ? [companyAct, ...branchActs] : [],
    [
      !isOfBranch && {
        letter: 'I',
        label: 'Coller ou importer un tableau',
        onAct: go(addresses.importRates),
      },
      { letter: 'J', label: 'Ajouter une devise', onAct: () => showAddCurrencies(rates) },
      unchanged.length > 0 && {
        letter: 'C',
        label: `Confirmer mes taux inchangés (${unchanged.length})`,
        onAct: () => confirm(unchanged),
      },
    ],
    [
      { letter: 'Q', label: 'Qui a changé quoi', onAct: go(addresses.ratesHistory) },
      !isOfBranch && { letter: 'M', label: 'Marges', onAct: go(addresses.margins) },
      !isOfBranch && { letter: 'T', label: 'Tableau des taux', onAct: go(addresses.board) },
    ],
    [
      { letter: 'E', label: 'Exporter mes taux en CSV', onAct: save('csv') },
      { letter: 'X', label: 'Exporter mes taux en XLSX', onAct: save('xlsx') },
    ],
    UNITS.map(({ unit: value, title }, index) => ({
      letter: String(index + 1),
      label: `Écrire les taux ${title}`,
      isChosen: value === unit,
      onAct: () => chooseUnit(value),
    })),
  ];
  return (
    <>
      <button
        type="button"
        className={styles.square}
        aria-label="Autres actions"
        title="Autres actions"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <Icon name="more" />
      </button>
      {anchor ? (
        <ActMenu
          anchor={anchor}
          title="Autres actions"
          groups={groups.map((group) => group.filter((act) => act !== false))}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </>
  );
}

function chooseUnit(unit: QuoteUnit): Promise<boolean> {
  clearCells();
  return changeUnit(unit);
}

export function showAddCurrencies(rates: readonly RateRow[]): void {
  showModal({
    type: 'comp-modal',
    title: 'Ajouter une devise',
    message: <AddCurrencies rates={rates} />,
    buttonLabel: 'Fermer',
  });
}
