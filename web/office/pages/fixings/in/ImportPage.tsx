import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { TableForm } from '#domain/sheets/table-form.ts';
import { isGood } from '#domain/sheets/table-line.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
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
import { openDrafts, startRead, useDrafts } from '../drafts.ts';
import { TemplateButtons } from '../out/RatesExport.tsx';
import { onPasteOutsideFields, takePasted } from '../use-paste-into.ts';
import { readTableInWorker } from './ask-worker.ts';
import styles from './ImportPage.module.css';
import {
  closeTable,
  formatRead,
  openTables,
  type PendingTable,
  reopenTable,
  setTable,
  useTables,
} from './pending-table.ts';
import { PREVIEW_ID, TablePreview } from './TablePreview.tsx';
import type { TableQuestion } from './tables.worker.ts';
import { type PreviewSource, usePreview } from './use-preview.ts';

export const importPage = page({
  title: 'Coller ou importer un tableau',
  needs: ['fixings.list.me'],
  load: loadRates,
  Component: ImportRates,
});

type ImportData = Omit<PreviewSource, 'cells' | 'choices'> & { belongsToCompany: boolean };

async function loadRates({ user, signal }: Visit): Promise<ImportData> {
  const newestRead = startRead();
  const [{ base, rates }, { quote_unit: unit, rows }, remembered] = await Promise.all([
    call('GET /api/fixings/rates', { signal }),
    call('GET /api/fixings/sheet', { signal }),
    call('GET /api/fixings/table-form', { signal }),
  ]);
  openDrafts(user.id, rates, newestRead);
  openTables(user.id);
  const own = rows.map(({ code }) => code);
  return { belongsToCompany: user.company_id !== null, base, rates, own, unit, remembered };
}

function ImportRates({ data: { belongsToCompany, ...source } }: { data: ImportData }) {
  const { isReading, refused, read } = useReading();
  const { table, last } = useTables();
  // drawn while the sheet is loaded
  const [taken, setTaken] = useState<PendingTable>();
  const shown = table ?? taken;
  if (!belongsToCompany) return <NoOwnCompany lacks="taux à fixer" />;
  return (
    <>
      <BackLink to="/fixings" title="Taux de change" />
      <div className={styles.ways}>
        <Paste onText={read} />
        <FileField onFile={read} rates={source.rates} unit={source.unit} />
      </div>
      <div role="status" className={styles.said}>
        {isReading ? <p className={styles.reading}>Lecture du tableau…</p> : null}
        {refused ? (
          <Notice tone="failure" title="Ce tableau n’a pas été lu">
            <p>{refused}</p>
          </Notice>
        ) : null}
        {last && !taken ? (
          <Notice
            action={
              <Button
                id={REOPEN_ID}
                variant="secondary"
                size="small"
                onClick={() => {
                  reopenTable();
                  focusSoon(PREVIEW_ID);
                }}
              >
                Rouvrir
              </Button>
            }
          >
            {`Le tableau ${formatRead(last)} est fermé.`}
          </Notice>
        ) : null}
      </div>
      {shown ? <Preview key={shown.at} table={shown} onTaken={() => setTaken(shown)} {...source} /> : null}
    </>
  );
}

const REOPEN_ID = 'rouvrir';

// Focus in place of the pressed button, which is gone.
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

function useReading() {
  const [{ isReading, refused }, setState] = useState({ isReading: false, refused: '' });
  const lastRequest = useRef(0);
  async function read(question: TableQuestion, isTyped: boolean): Promise<void> {
    lastRequest.current += 1;
    const count = lastRequest.current;
    const isNothing = typeof question === 'string' && question.trim() === '';
    const origin = typeof question === 'string' ? 'pasted' : 'file';
    setTable(null);
    setState({ isReading: !isNothing, refused: '' });
    if (isNothing) return;
    const answer = await readTableInWorker(question);
    if (count !== lastRequest.current) return;
    setState({ isReading: false, refused: 'refused' in answer ? answer.refused : '' });
    if (!('cells' in answer)) return;
    setTable({ cells: answer.cells, origin, at: Date.now(), choices: {} });
    // a person who types goes on typing
    if (!isTyped) showPreviewSoon();
  }
  return {
    isReading,
    refused,
    read: (question: TableQuestion, isTyped = false) => void read(question, isTyped),
  };
}

function showPreviewSoon(): void {
  requestAnimationFrame(() => {
    const preview = document.getElementById(PREVIEW_ID);
    preview?.focus({ preventScroll: true });
    preview?.closest('section')?.scrollIntoView();
  });
}

const PAUSE_IN_TYPING = 200;

function Paste({ onText }: { onText: (text: string, isTyped: boolean) => void }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  usePasteAnywhere(field, (text) => onText(text, false));
  useEffect(() => () => clearTimeout(pause.current), []);
  return (
    <Card title="Coller un tableau">
      <div className={styles.way}>
        <p id={id} className={styles.hint}>
          Copiez les cellules de votre tableur ou les lignes d’un courriel, puis collez-les ici. Parité
          propose le sens des taux et leurs colonnes, d’après les taux intermédiaires.
        </p>
        <TextArea
          ref={field}
          rows={6}
          aria-label="Tableau à coller"
          aria-describedby={id}
          placeholder={'USD\t1,1700\t1,1050'}
          spellCheck={false}
          onChange={({ currentTarget: { value }, nativeEvent }) => {
            const isTyped = !(
              nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
            );
            clearTimeout(pause.current);
            pause.current = setTimeout(() => onText(value, isTyped), PAUSE_IN_TYPING);
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
  useLayoutEffect(() => {
    onTextNow.current = onText;
  });
  // before the page is painted: who sees it may paste
  useLayoutEffect(() => {
    const show = (text: string) => {
      if (!field.current) return;
      field.current.value = text;
      field.current.focus();
      onTextNow.current(text);
    };
    const pasted = takePasted();
    if (pasted !== '') show(pasted);
    return onPasteOutsideFields((text) => {
      if (text === '') return false;
      show(text);
      return true;
    });
  }, [field]);
}

function FileField({ onFile, rates, unit }: FileFieldProps) {
  const id = useId();
  const [name, setName] = useState('');
  return (
    <Card title="Importer un fichier">
      <div className={styles.way}>
        <p id={`${id}-hint`} className={styles.hint}>
          CSV ou XLSX (première feuille), 2 Mo et 5 000 lignes au plus. Le fichier reste dans votre
          navigateur.
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

type PreviewProps = Omit<PreviewSource, 'cells' | 'choices'> & { table: PendingTable; onTaken: () => void };

function Preview({ table: { cells, choices, origin }, onTaken, ...read }: PreviewProps) {
  const navigate = useNavigate();
  const source = { ...read, cells, choices };
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
    const taken = `${count === 1 ? '1 brouillon' : `${count} brouillons`} à relire avant de publier.`;
    announce(replaced === 0 ? taken : `${taken} ${formatReplaced(replaced)}`, addresses.fixings);
    onTaken();
    closeTable();
    void navigate(addresses.fixings);
  }

  function abandon() {
    closeTable();
    focusSoon(REOPEN_ID);
  }

  return <TablePreview {...source} preview={preview} onCreateDrafts={createDrafts} onAbandon={abandon} />;
}

// A form that is not remembered is proposed anew.
function remember(form: TableForm): void {
  call('POST /api/fixings/table-form', { body: form }).catch((error) => {
    if (!(error instanceof ApiFailure)) throw error;
  });
}

function formatReplaced(count: number): string {
  return count === 1
    ? 'Un de vos brouillons est remplacé. «\u00a0Annuler\u00a0» le rétablit.'
    : `${count} de vos brouillons sont remplacés. «\u00a0Annuler\u00a0» les rétablit un à un.`;
}
