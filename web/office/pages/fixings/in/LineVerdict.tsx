import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FixingDraft } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { isGood, type LineEdit, type TableLine } from '#domain/sheets/table-line.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { SelectField, TextField } from '#web/shared/ui/Field.tsx';
import { formatQuote } from '../cells.ts';
import { formatDoubt } from '../doubts.tsx';
import styles from './TablePreview.module.css';
import type { Preview } from './use-preview.ts';

const VERDICTS = {
  new: ['Nouveau', 'success'],
  changed: ['Changé', 'success'],
  unchanged: ['Inchangé', 'neutral'],
  to_choose: ['À choisir', 'warning'],
  not_kept: ['Écarté', 'neutral'],
  to_correct: ['À corriger', 'warning'],
  refused: ['Refusé', 'failure'],
  left: ['Laissé', 'neutral'],
  apart: ['À part', 'neutral'],
} as const;
const MAX_CANDIDATES = 3;

export type VerdictProps = {
  line: TableLine;
  row: RateRow | undefined;
  rates: readonly RateRow[];
  unit: QuoteUnit;
  preview: Preview;
  written: Pick<LineEdit, 'purchase' | 'sale'>;
  onTouch: (line: number) => void;
};

export function LineVerdict(props: VerdictProps) {
  const { line, row, unit } = props;
  const [isEditing, setEditing] = useState(false);
  const [name, tone] = VERDICTS[line.outcome];
  const doubts = isGood(line) && row ? line.doubts : [];
  function close() {
    setEditing(false);
    focusAct(line.line, EDIT);
  }
  return (
    <div className={styles.verdict}>
      <Badge tone={doubts.length > 0 ? 'warning' : tone}>{name}</Badge>
      {'why' in line ? <p>{line.why}</p> : null}
      {isGood(line) && line.isRounded ? <p>Arrondi à 8 décimales.</p> : null}
      {row
        ? doubts.map((doubt) => (
            <p key={`${doubt.kind} ${'side' in doubt ? doubt.side : ''}`}>{formatDoubt(doubt, row, unit)}</p>
          ))
        : null}
      {isEditing ? (
        <LineForm {...props} onApplied={() => setEditing(false)} onCancel={close} />
      ) : (
        <div className={styles.acts} data-acts={line.line}>
          {actsOf(props, () => setEditing(true)).map(({ label, detail = '', name, isQuiet, onAct }) => (
            <button
              key={label}
              type="button"
              name={name}
              className={isQuiet ? styles.quiet : buttonClass({ variant: 'secondary', size: 'small' })}
              onClick={onAct}
            >
              {label}
              <span className="visually-hidden">
                {detail}, ligne {line.line}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const EDIT = 'corriger';

type LineAct = { label: string; detail?: string; name?: string; isQuiet?: boolean; onAct: () => void };

function actsOf(
  { line, rates, unit, preview, onTouch, written }: VerdictProps,
  onEdit: () => void,
): LineAct[] {
  const act = (change: () => void) => () => {
    onTouch(line.line);
    change();
    focusAct(line.line);
  };
  const undo = { label: 'Rétablir', onAct: act(() => preview.undo(line.line)) };
  const leave = { label: 'Laisser', isQuiet: true, onAct: act(() => preview.leave(line.line)) };
  const edit = { label: 'Corriger', name: EDIT, onAct: onEdit };
  switch (line.outcome) {
    case 'new':
    case 'changed':
    case 'unchanged':
      return line.isCorrected ? [undo, leave] : [leave];
    case 'to_choose':
      return [{ label: 'Garder', onAct: act(() => preview.keep(line.code, line.line)) }, leave];
    case 'not_kept':
      return [{ label: 'Garder', onAct: act(() => preview.keep(line.code, line.line)) }];
    case 'to_correct': {
      const { reading, draft } = line.correction;
      const correct = act(() => preview.correct(line.line, reading));
      return [{ label: `Lire ${formatDraft(draft, unit)}`, onAct: correct }, edit, leave];
    }
    case 'refused': {
      const likely = line.candidates.slice(0, MAX_CANDIDATES).map((code) => ({
        label: code,
        detail: `, ${rates.find((one) => one.code === code)?.label}`,
        onAct: act(() => preview.edit(line.line, { ...written, code })),
      }));
      return [...likely, edit, leave];
    }
    case 'left':
      return [undo];
    case 'apart': {
      const { code } = line;
      const add = act(() => preview.edit(line.line, { ...written, code }));
      return code === null ? [] : [{ label: 'Ajouter', detail: `, ${code}`, isQuiet: true, onAct: add }];
    }
  }
}

function formatDraft({ purchase, sale }: FixingDraft, unit: QuoteUnit): string {
  const written = (text: string) => formatQuote(Number(text), unit);
  return [purchase && `achat ${written(purchase)}`, sale && `vente ${written(sale)}`]
    .filter(Boolean)
    .join(', ');
}

type FormProps = VerdictProps & { onApplied: () => void; onCancel: () => void };

function LineForm({ line, rates, preview, written, onTouch, onApplied, onCancel }: FormProps) {
  const [edit, setEdit] = useState<LineEdit>({ ...written, code: line.code });
  const likely = line.outcome === 'refused' ? line.candidates : [];
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(line.code === null ? 'select' : 'input');
  useEffect(() => {
    const field = form.current?.querySelector<HTMLSelectElement | HTMLInputElement>(first);
    field?.focus();
    // selected, so that typing replaces the figure
    if (field instanceof HTMLInputElement) field.select();
  }, [first]);
  function take(event: FormEvent) {
    event.preventDefault();
    onTouch(line.line);
    preview.edit(line.line, edit);
    onApplied();
    focusAct(line.line);
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  }
  const field = (side: 'purchase' | 'sale', label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={edit[side]}
      onChange={({ currentTarget: { value } }) => setEdit({ ...edit, [side]: value })}
    />
  );
  const option = (code: string) => (
    <option key={code} value={code}>
      {code} {rates.find((one) => one.code === code)?.label}
    </option>
  );
  return (
    <form
      ref={form}
      className={styles.correction}
      aria-label={`Corriger la ligne ${line.line}`}
      onSubmit={take}
      onKeyDown={closeOnEscape}
    >
      <SelectField
        label="Devise"
        required
        value={edit.code ?? ''}
        onChange={({ currentTarget: { value } }) => setEdit({ ...edit, code: value === '' ? null : value })}
      >
        <option value="">Choisir</option>
        {likely.length > 0 ? <optgroup label="Possibles">{likely.map(option)}</optgroup> : null}
        <optgroup label="Toutes">
          {rates
            .map(({ code }) => code)
            .filter((code) => !likely.includes(code))
            .map(option)}
        </optgroup>
      </SelectField>
      <div className={styles.sides}>
        {field('purchase', 'Achat')}
        {field('sale', 'Vente')}
      </div>
      <div className={styles.acts}>
        <Button type="submit" size="small">
          Appliquer
        </Button>
        <Button variant="secondary" size="small" onClick={onCancel}>
          Annuler
        </Button>
      </div>
    </form>
  );
}

// Focus on a button in place of the pressed one, which is gone: the first, or that of a name.
function focusAct(line: number, name?: string): void {
  const act = name ? `[name="${name}"]` : 'button';
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-acts="${line}"] ${act}`)?.focus());
}
