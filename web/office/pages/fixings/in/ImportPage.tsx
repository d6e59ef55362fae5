import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { TableForm } from '#domain/sheets/table-form.ts';
import { isGood } from '#domain/sheets/table-line.ts';
import type { TableCells } from '#domain/sheets/table-numbers.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { FileZone } from '#web/shared/ui/FileZone.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { TextArea } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../../addresses.ts';
import { announce } from '../../../announce.ts';
import { page, type Visit } from '../../../page.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { NoOwnCompany } from '../../../ui/NoOwnCompany.tsx';
import { replaceDraft } from '../cells.ts';
import { type DraftOrigin, openDrafts, startRead, useDrafts } from '../drafts.ts';
import { TemplateButtons } from '../out/RatesExport.tsx';
import { readTableInWorker } from './ask-worker.ts';
import styles from './ImportPage.module.css';
import { TablePreview } from './TablePreview.tsx';
import type { TableQuestion } from './tables.worker.ts';
import { type PreviewSource, usePreview } from './use-preview.ts';

export const importPage = page({
  title: 'Coller ou importer un tableau',
  needs: ['fixings.list.me'],
  load: loadRates,
  Component: ImportRates,
});

type ImportData = Omit<PreviewSource, 'cells'> & { belongsToCompany: boolean };

async function loadRates({ user, signal }: Visit): Promise<ImportData> {
  const newestRead = startRead();
  const [{ base, rates }, { quote_unit: unit }, remembered] = await Promise.all([
    call('GET /api/fixings/rates', { signal }),
    call('GET /api/fixings/sheet', { signal }),
    call('GET /api/fixings/table-form', { signal }),
  ]);
  openDrafts(user.id, rates, newestRead);
  return { belongsToCompany: user.company_id !== null, base, rates, unit, remembered };
}

function ImportRates({ data: { belongsToCompany, ...source } }: { data: ImportData }) {
  const table = useTable();
  if (!belongsToCompany) return <NoOwnCompany lacks="taux à fixer" />;
  return (
    <>
      <BackLink to="/fixings" title="Taux de change" />
      <div className={styles.ways}>
        <Paste onText={table.read} />
        <FileField onFile={table.read} rates={source.rates} unit={source.unit} />
      </div>
      <div role="status" className={styles.said}>
        {table.isReading ? <p className={styles.reading}>Lecture du tableau…</p> : null}
        {table.refused ? (
          <Notice tone="failure" title="Ce tableau n’a pas été lu">
            <p>{table.refused}</p>
          </Notice>
        ) : null}
      </div>
      {table.cells ? (
        <Preview key={table.count} cells={table.cells} origin={table.origin} {...source} />
      ) : null}
    </>
  );
}

type Table = {
  count: number;
  origin: DraftOrigin;
  isReading: boolean;
  cells: TableCells | null;
  refused: string;
};

function useTable() {
  const [table, setTable] = useState<Table>({
    count: 0,
    origin: 'pasted',
    isReading: false,
    cells: null,
    refused: '',
  });
  const lastRequest = useRef(0);
  async function read(question: TableQuestion): Promise<void> {
    lastRequest.current += 1;
    const count = lastRequest.current;
    const isNothing = typeof question === 'string' && question.trim() === '';
    const origin = typeof question === 'string' ? 'pasted' : 'file';
    setTable({ count, origin, isReading: !isNothing, cells: null, refused: '' });
    if (isNothing) return;
    const answer = await readTableInWorker(question);
    if (count !== lastRequest.current) return;
    const { cells, refused } =
      'cells' in answer ? { cells: answer.cells, refused: '' } : { cells: null, ...answer };
    setTable({ count, origin, isReading: false, cells, refused });
  }
  return { ...table, read: (question: TableQuestion) => void read(question) };
}

const PAUSE_IN_TYPING = 200;

function Paste({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  usePasteAnywhere(field, onText);
  useEffect(() => () => clearTimeout(pause.current), []);
  return (
    <Card title="Coller un tableau">
      <div className={styles.way}>
        <p id={id} className={styles.hint}>
          Copiez les cellules de votre tableur ou les lignes d’un courriel, puis collez-les ici. Le sens des
          taux, les colonnes et les décimales sont proposés d’après les taux intermédiaires.
        </p>
        <TextArea
          ref={field}
          rows={6}
          aria-label="Tableau à coller"
          aria-describedby={id}
          placeholder={'USD\t1,1700\t1,1050'}
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => {
            clearTimeout(pause.current);
            pause.current = setTimeout(() => onText(value), PAUSE_IN_TYPING);
          }}
        />
      </div>
    </Card>
  );
}

function usePasteAnywhere(
  field: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
): void {
  const onTextNow = useRef(onText);
  useEffect(() => {
    onTextNow.current = onText;
  });
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const isField =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isField || text === '' || !field.current) return;
      event.preventDefault();
      field.current.value = text;
      onTextNow.current(text);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [field]);
}

function FileField({ onFile, rates, unit }: FileFieldProps) {
  const id = useId();
  const [name, setName] = useState('');
  return (
    <Card title="Importer un fichier">
      <div className={styles.way}>
        <p id={`${id}-hint`} className={styles.hint}>
          CSV ou XLSX (première feuille), 2 Mo et 5 000 lignes au plus. Le fichier est lu dans votre
          navigateur. Il n’est pas envoyé.
        </p>
        <FileZone
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
          aria-describedby={`${id}-hint`}
          choose="Choisir un fichier"
          orDrop="ou déposez-le ici"
          chosen={name}
          onChoose={(file) => {
            setName(file.name);
            onFile(file);
          }}
        />
        <TemplateButtons rates={rates} unit={unit} />
      </div>
    </Card>
  );
}

type FileFieldProps = { onFile: (file: File) => void; rates: readonly RateRow[]; unit: QuoteUnit };
function Preview({ origin, ...source }: PreviewSource & { origin: DraftOrigin }) {
  const navigate = useNavigate();
  const preview = usePreview(source);
  const { table } = preview;

  function createDrafts() {
    const known = new Map(source.rates.map((row) => [row.code, row]));
    let count = 0;
    let replaced = 0;
    for (const line of table.lines.filter(isGood)) {
      const row = known.get(line.code);
      if (!row) continue;
      const isReplaced = useDrafts.getState().rows[row.code]?.isChanged === true;
      // the table replaces the draft also where it equals the current rate
      replaceDraft(row, line.outcome === 'unchanged' ? {} : line.draft, origin);
      if (isReplaced) replaced += 1;
      if (line.outcome !== 'unchanged') count += 1;
    }
    remember(table.form);
    const taken = `${count === 1 ? '1 brouillon' : `${count} brouillons`} à relire, puis à publier.`;
    announce(replaced === 0 ? taken : `${taken} ${formatReplaced(replaced)}`);
    void navigate(addresses.fixings);
  }

  return <TablePreview {...source} preview={preview} onCreateDrafts={createDrafts} />;
}

// A form that is not remembered is proposed anew.
function remember(form: TableForm): void {
  call('POST /api/fixings/table-form', { body: form }).catch((error) => {
    if (!(error instanceof ApiFailure)) throw error;
  });
}

function formatReplaced(count: number): string {
  const owner =
    count === 1 ? 'Un que vous aviez saisi est remplacé' : `${count} que vous aviez saisis sont remplacés`;
  return `${owner}\u00a0: « Annuler » les rend un à un.`;
}
