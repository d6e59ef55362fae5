import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Branch } from '#domain/branches/branch-draft.ts';
import { readBranchTable, writeBranchTable } from '#domain/branches/branch-table.ts';
import { planBranchImport, type TableLine } from '#domain/branches/plan-import.ts';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import { call, callPage } from '#web/shared/api/client.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { FileZone } from '#web/shared/ui/FileZone.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../../addresses.ts';
import { announce } from '../../../announce.ts';
import { Refused } from '../../../forms/Form.tsx';
import { useAct } from '../../../forms/use-act.ts';
import { page, type Visit } from '../../../page.tsx';
import { askToTell } from '../../../reservations/ask-to-tell.ts';
import { formatToMove } from '../../../reservations/format.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { type BranchesScope, findBranchesScope, SEES_ALL, SEES_OWN } from '../branches-scope.ts';
import { NoCompany } from '../NoCompany.tsx';
import styles from './BranchesImport.module.css';
import { addCommunePositions, createCachedPlaceFinder, refuseWrongPlaces } from './find-positions.ts';
import { Lines } from './Lines.tsx';
import { readCells } from './read-cells.ts';

const parts = { title: 'Importer des agences', load: loadAll, Component: ImportBranches };
export const importOwnBranchesPage = page({ ...parts, needs: [...SEES_OWN, 'branches.edit.me'] });
export const importBranchesPage = page({ ...parts, needs: [...SEES_ALL, 'branches.edit.all'] });

type ImportData = { scope: BranchesScope | null; branches: readonly Branch[] };

/** Loads every page, because a line of the file names its branch. */
async function loadAll(visit: Visit): Promise<ImportData> {
  const scope = await findBranchesScope(visit);
  const branches: Branch[] = [];
  for (let page = 1; scope; page += 1) {
    const query = { company: scope.id, page };
    const { rows } = await callPage('GET /api/branches', { signal: visit.signal, query });
    branches.push(...rows);
    if (rows.length < PAGE_SIZE) break;
  }
  return { scope: scope, branches };
}

type Read = { name: string; lines: readonly TableLine[] | null; refused: string };
const NOTHING: Read = { name: '', lines: null, refused: '' };

function ImportBranches({ data: { scope, branches } }: { data: ImportData }) {
  const id = useId();
  const navigate = useNavigate();
  const [read, setRead] = useState<Read>(NOTHING);
  const backTo = addresses.branches(scope?.from?.id ?? null);

  const reading = useAct(async (file: File) => {
    setRead({ ...NOTHING, name: file.name });
    const cells = await readCells(file);
    const rows = typeof cells === 'string' ? cells : readBranchTable(cells);
    if (typeof rows === 'string') return setRead({ ...NOTHING, name: file.name, refused: rows });
    const known = new Set(branches.map(({ name }) => name));
    const find = createCachedPlaceFinder(AbortSignal.timeout(60_000));
    const judged = planBranchImport(await addCommunePositions(rows, known, find), branches);
    setRead({ name: file.name, lines: await refuseWrongPlaces(judged, find), refused: '' });
  });

  const saving = useAct(async (lines: readonly TableLine[], tells: boolean) => {
    if (!scope) return;
    const taken = lines.flatMap((line) =>
      line.outcome === 'new' || line.outcome === 'changed'
        ? [{ ...line.draft, ...(line.updated_at !== undefined && { updated_at: line.updated_at }) }]
        : [],
    );
    const body = { company_id: scope.id, tells_travellers: tells, branches: taken };
    const { added, changed, to_move } = await call('POST /api/branches/import', { body }).catch((error) => {
      askToTell(error, () => saving.act(lines, true));
      throw error;
    });
    const moveNote = to_move > 0 ? ` ${formatToMove(to_move)} : voyez « À déplacer » dans Commandes.` : '';
    announce(`Agences importées : ${added} de plus, ${changed} de changées.${moveNote}`, backTo);
    await navigate(backTo);
  });

  if (!scope) return <NoCompany />;
  return (
    <>
      <BackLink to={backTo} title="Agences" />
      <Card title="Importer un fichier">
        <div className={styles.way}>
          <p id={id} className={styles.hint}>
            Fichier CSV de 500 agences et 500 ko au plus, lu dans votre navigateur. Une ligne au nom d’une de
            vos agences la modifie. Un autre nom ajoute une agence. Une colonne absente ne change rien. Sans
            coordonnées, la position est au centre de la commune.
          </p>
          <FileZone
            accept=".csv,.txt,text/csv,text/plain"
            aria-describedby={id}
            choose="Choisir un fichier"
            orDrop="ou déposez-le ici"
            chosen={read.name}
            onChoose={reading.act}
          />
          <div className={styles.buttons}>
            <SaveButton name="modele-d-agences" branches={[]}>
              Télécharger un modèle
            </SaveButton>
            {branches.length > 0 ? (
              <SaveButton name="agences" branches={branches}>
                Exporter les agences
              </SaveButton>
            ) : null}
          </div>
        </div>
      </Card>
      <div role="status">
        {reading.isActing ? <p className={styles.hint}>Lecture du fichier…</p> : null}
        {read.refused || reading.failure ? (
          <Notice tone="failure" title="Ce fichier n’a pas été lu">
            <p>{read.refused || reading.failure}</p>
          </Notice>
        ) : null}
      </div>
      {read.lines ? (
        <Lines lines={read.lines} isSaving={saving.isActing} onSave={(lines) => saving.act(lines, false)}>
          <Refused>{saving.failure}</Refused>
        </Lines>
      ) : null}
    </>
  );
}

type SaveProps = { name: string; branches: readonly Branch[]; children: string };

function SaveButton({ name, branches, children }: SaveProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() =>
        saveFile(`${name}.csv`, new Blob([writeBranchTable(branches)], { type: 'text/csv;charset=utf-8' }))
      }
    >
      {children}
    </Button>
  );
}
