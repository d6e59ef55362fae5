import { type KeyboardEvent, useEffect, useRef } from 'react';
import { centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import styles from './StocksPage.module.css';
import { type Column, cellId, focusCell, keyOf, type StockCells } from './use-stock-cells.ts';

// `id` null: the company, which has no branch.
type Row = { code: string; label: string };

type Props = {
  rows: readonly Row[];
  columns: readonly Column[];
  firstColumn: number;
  form: StockCells;
  opened: { currency: string; branch: number | null } | null;
};

export function StockGrid({ rows, columns, firstColumn, form, opened }: Props) {
  const isOpened = useRef(false);
  useEffect(() => {
    if (!opened || isOpened.current) return;
    isOpened.current = true;
    focusCell(opened.currency, opened.branch);
  }, [opened]);
  const codes = rows.map(({ code }) => code);
  return (
    <table className={styles.grid} aria-label="Stocks">
      <thead>
        <tr>
          <th scope="col">Devise</th>
          {columns.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, label }, row) => (
          <tr key={code}>
            <th scope="row">
              <strong translate="no">{code}</strong> <span className={styles.label}>{label}</span>
            </th>
            {columns.map((column, i) => (
              <td key={column.id}>
                <Cell
                  code={code}
                  column={column}
                  form={form}
                  isOpened={opened?.currency === code && opened.branch === column.id}
                  onPaste={(text) => form.paste(text, row, firstColumn + i, codes)}
                  onMove={(down, right) => {
                    const [to, at] = [codes[row + down], columns[i + right]];
                    if (to !== undefined && at) focusCell(to, at.id);
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = {
  code: string;
  column: Column;
  form: StockCells;
  isOpened: boolean;
  onPaste: (text: string) => boolean;
  onMove: (down: number, right: number) => void;
};

function Cell({ code, column: { id: branch, name }, form, isOpened, onPaste, onMove }: CellProps) {
  const { day, stored, typed, isSaving } = form;
  const key = keyOf(code, branch);
  const id = cellId(code, branch);
  const now = stored.texts[key] ?? '';
  const shown = typed[key] ?? now;
  const isChanged = shown !== now;
  const wrong = form.wrong(code, branch);
  const beside = formatBeside(stored.beside[key], day === null);
  const notes = [wrong && `${id}-wrong`, (beside || isChanged) && `${id}-beside`].filter(Boolean).join(' ');

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter' && !event.altKey) void form.save();
      return;
    }
    if (event.key === 'Enter') onMove(event.shiftKey ? -1 : 1, 0);
    else if (event.key === 'ArrowDown') onMove(1, 0);
    else if (event.key === 'ArrowUp') onMove(-1, 0);
    else if (event.key === 'ArrowRight' && isAtEdge(event.currentTarget, 'end')) onMove(0, 1);
    else if (event.key === 'ArrowLeft' && isAtEdge(event.currentTarget, 'start')) onMove(0, -1);
    else if (event.key === 'Escape' && isChanged) form.restore(key);
    else return;
    event.preventDefault();
  }

  return (
    <span className={styles.cell}>
      <TextInput
        size="small"
        className={styles.field}
        id={id}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        placeholder={day === null ? '—' : (stored.usual[key] ?? '—')}
        aria-label={`${code}, ${name}`}
        aria-invalid={wrong !== undefined}
        {...(notes ? { 'aria-describedby': notes } : {})}
        data-changed={isChanged}
        {...(isOpened && { 'data-first-focus': true })}
        readOnly={isSaving}
        value={shown}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => form.leave(code, branch)}
        onChange={({ currentTarget }) => form.type({ [key]: currentTarget.value })}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData('text'))) event.preventDefault();
        }}
        onKeyDown={press}
      />
      {wrong ? (
        <span id={`${id}-wrong`} className={styles.wrong} role="alert">
          {wrong}
        </span>
      ) : null}
      {beside || isChanged ? (
        <span id={`${id}-beside`} className={styles.beside}>
          {beside}
          {isChanged ? <span className="visually-hidden"> Non enregistré.</span> : null}
        </span>
      ) : null}
    </span>
  );
}

// Figure of the day, where it has one of its own, and what is promised of it.
function formatBeside(stock: StockCells['stored']['beside'][string] | undefined, isUsual: boolean): string {
  if (!stock) return '';
  const amount = (value: number) => formatShortAmount(stock.currency, centsOf(value) ?? 0);
  const parts = [
    ...(isUsual && !stock.follows ? [amount(stock.ready)] : []),
    ...(stock.promised > 0 ? [`${amount(stock.promised)}\u00a0promis`] : []),
  ];
  if (parts.length === 0) return '';
  return isUsual ? `aujourd’hui ${parts.join(', ')}` : parts.join(', ');
}

function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, edge: 'start' | 'end'): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (edge === 'start' ? 0 : value.length);
}
