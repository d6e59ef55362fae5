import type { ReactNode } from 'react';
import type { TableLine } from '#domain/branches/plan-import.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import styles from './BranchesImport.module.css';

type Props = {
  lines: readonly TableLine[];
  isSaving: boolean;
  onSave: (lines: readonly TableLine[]) => void;
  children: ReactNode;
};

export function Lines({ lines, isSaving, onSave, children }: Props) {
  const of = (outcome: TableLine['outcome']) => lines.filter((line) => line.outcome === outcome);
  const refused = of('refused');
  const importedCount = of('new').length + of('changed').length;
  const counts = formatCounts(lines);
  return (
    <Card title="Aperçu" note={counts}>
      <div className={styles.head}>
        <Button disabled={importedCount === 0} aria-disabled={isSaving} onClick={() => onSave(lines)}>
          {formatImported(importedCount, refused.length)}
        </Button>
        {children}
      </div>
      <p className="visually-hidden" role="status">
        {counts}
      </p>
      <Table
        label="Lignes du fichier"
        columns={COLUMNS}
        rows={[...refused, ...lines.filter(({ outcome }) => outcome !== 'refused')]}
        keyOf={({ line }) => line}
      />
    </Card>
  );
}

const VERDICTS = {
  new: ['Nouvelle', 'success'],
  changed: ['Changée', 'success'],
  unchanged: ['Inchangée', 'neutral'],
  refused: ['Refusée', 'failure'],
} as const;

const COLUMNS: readonly Column<TableLine>[] = [
  {
    title: 'Agence',
    width: 30,
    isRowHeader: true,
    cell: ({ name, line }) => (
      <span className={styles.name}>
        <strong>{name || '—'}</strong>
        <span className={styles.hint}>ligne {line}</span>
      </span>
    ),
  },
  {
    title: 'Adresse',
    width: 34,
    hasOwnLine: true,
    cell: (line) => (line.outcome === 'refused' ? '—' : formatAddress(line.draft)),
  },
  { title: 'Verdict', width: 36, hasOwnLine: true, cell: (line) => <Verdict line={line} /> },
];

function Verdict({ line }: { line: TableLine }) {
  const [name, tone] = VERDICTS[line.outcome];
  const isPlaceless = line.outcome !== 'refused' && line.draft.lat === '' && line.draft.kind !== 'no_counter';
  return (
    <div className={styles.verdict}>
      <Badge tone={tone}>{name}</Badge>
      {line.outcome === 'refused' ? <p>{line.why}</p> : null}
      {isPlaceless ? <p>Sans position, aucun voyageur ne la trouve près de lui.</p> : null}
    </div>
  );
}

function formatAddress({ address, postcode, city }: { address: string; postcode: string; city: string }) {
  return [address, `${postcode} ${city}`.trim()].filter(Boolean).join(', ');
}

function formatCounts(lines: readonly TableLine[]): string {
  const summary = [
    ['new', 'nouvelle', 'nouvelles'],
    ['changed', 'changée', 'changées'],
    ['unchanged', 'inchangée', 'inchangées'],
    ['refused', 'refusée', 'refusées'],
  ] as const;
  return summary
    .flatMap(([outcome, one, many]) => {
      const count = lines.filter((line) => line.outcome === outcome).length;
      return count === 0 ? [] : `${count} ${count === 1 ? one : many}`;
    })
    .join(', ');
}

function formatImported(count: number, refused: number): string {
  if (count === 0) return 'Rien à enregistrer';
  const taken = count === 1 ? 'Enregistrer 1 agence' : `Enregistrer ${count} agences`;
  if (refused === 0) return taken;
  return refused === 1 ? `${taken}, sans celle qui est refusée` : `${taken}, sans les ${refused} refusées`;
}
