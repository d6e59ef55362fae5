import { type FormEvent, useState } from 'react';
import type { FixingDraft } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { isGood, type LineEdit, type TableLine } from '#domain/sheets/table-line.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
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
  not_kept: ['Laissé', 'neutral'],
  to_correct: ['À corriger', 'warning'],
  refused: ['Refusé', 'failure'],
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
  return (
    <div className={styles.verdict}>
      <Badge tone={doubts.length > 0 ? 'warning' : tone}>{name}</Badge>
      {isGood(line) ? null : <p>{line.why}</p>}
      {isGood(line) && line.isRounded ? <p>Arrondi à 8 décimales.</p> : null}
      {row
        ? doubts.map((doubt) => (
            <p key={`${doubt.kind} ${'side' in doubt ? doubt.side : ''}`}>
              {formatDoubt(doubt, row.rate, unit)}
            </p>
          ))
        : null}
      {isEditing ? (
        <LineForm {...props} onClose={() => setEditing(false)} />
      ) : (
        <Acts {...props} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
}

function Acts({
  line,
  rates,
  unit,
  preview,
  onTouch,
  onEdit,
  written,
}: VerdictProps & { onEdit: () => void }) {
  const act = (change: () => void) => () => {
    onTouch(line.line);
    change();
    focusAct(line.line);
  };
  const main = { id: actId(line.line), variant: 'secondary', size: 'small' } as const;
  const ofLine = <span className="visually-hidden">, ligne {line.line}</span>;
  if (isGood(line)) {
    if (!line.isCorrected) return null;
    return (
      <Button {...main} onClick={act(() => preview.undo(line.line))}>
        Rétablir la ligne{ofLine}
      </Button>
    );
  }
  if ('draft' in line) {
    return (
      <Button {...main} onClick={act(() => preview.keep(line.code, line.line))}>
        Garder cette ligne{ofLine}
      </Button>
    );
  }
  const others = (
    <Button variant="secondary" size="small" onClick={onEdit}>
      {line.outcome === 'refused' && line.candidates.length === 0 ? 'Corriger' : 'Corriger à la main'}
      {ofLine}
    </Button>
  );
  if (line.outcome === 'to_correct') {
    const { reading, draft } = line.correction;
    return (
      <div className={styles.acts}>
        <Button {...main} onClick={act(() => preview.correct(line.line, reading))}>
          Lire {formatDraft(draft, unit)}
          {ofLine}
        </Button>
        {others}
      </div>
    );
  }
  const likely = line.candidates.slice(0, MAX_CANDIDATES);
  return (
    <div className={styles.acts}>
      {likely.map((code, i) => (
        <Button
          key={code}
          variant="secondary"
          size="small"
          {...(i === 0 && { id: main.id })}
          onClick={act(() => preview.edit(line.line, { ...written, code }))}
        >
          {code}
          <span className="visually-hidden">, {rates.find((one) => one.code === code)?.label}</span>
          {ofLine}
        </Button>
      ))}
      {others}
    </div>
  );
}

function formatDraft({ purchase, sale }: FixingDraft, unit: QuoteUnit): string {
  const written = (text: string) => formatQuote(Number(text), unit);
  return [purchase && `achat ${written(purchase)}`, sale && `vente ${written(sale)}`]
    .filter(Boolean)
    .join(', ');
}

function LineForm({
  line,
  rates,
  preview,
  written,
  onTouch,
  onClose,
}: VerdictProps & { onClose: () => void }) {
  const [edit, setEdit] = useState<LineEdit>({ ...written, code: line.code });
  const likely = line.outcome === 'refused' ? line.candidates : [];
  function take(event: FormEvent) {
    event.preventDefault();
    onTouch(line.line);
    preview.edit(line.line, edit);
    onClose();
    focusAct(line.line);
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
    <form className={styles.correction} aria-label={`Corriger la ligne ${line.line}`} onSubmit={take}>
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
        <Button variant="secondary" size="small" onClick={onClose}>
          Annuler
        </Button>
      </div>
    </form>
  );
}

function actId(line: number): string {
  return `ligne-${line}`;
}

// The pressed button is gone: the focus goes to the act that stands in its place.
function focusAct(line: number): void {
  requestAnimationFrame(() => document.getElementById(actId(line))?.focus());
}
