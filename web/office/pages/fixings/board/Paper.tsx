import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Board, BoardRow } from '#domain/boards/board.ts';
import { formatHour } from '#web/shared/dates.ts';
import { SelectField } from '#web/shared/ui/Field.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { PaperSheet } from '../../../ui/PaperSheet.tsx';
import styles from './Paper.module.css';

const FORMATS = {
  'A4 portrait': 'A4, en hauteur',
  'A4 landscape': 'A4, en largeur',
  'A3 portrait': 'A3, en hauteur',
  'A3 landscape': 'A3, en largeur',
} as const;
type Format = keyof typeof FORMATS;

const DAY = new Intl.DateTimeFormat('fr', { dateStyle: 'full' });

export function Paper({ board, servedFor }: { board: Board; servedFor: number }) {
  const [format, setFormat] = useState<Format>('A4 portrait');
  const at = Date.parse(board.at);
  const hasOld = board.rows.some(({ confirm_at }) => Date.parse(confirm_at) <= at);
  return (
    <PaperSheet
      title="Sur papier"
      format={format}
      isEmpty={board.rows.length === 0}
      notice={
        hasOld ? (
          <Notice tone="warning" title="Des taux sont à confirmer">
            <p>Confirmez-les ou fixez-les avant d’imprimer. La feuille imprimée porterait « à confirmer ».</p>
          </Notice>
        ) : null
      }
      tools={
        <SelectField
          label="Format"
          value={format}
          // the options are the formats
          onChange={({ currentTarget: { value } }) => setFormat(value as Format)}
        >
          {Object.entries(FORMATS).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
      }
    >
      <Pages board={board} servedFor={servedFor} format={format} />
    </PaperSheet>
  );
}

const PAGE_ROWS: Record<Format, number> = {
  'A4 portrait': 20,
  'A4 landscape': 12,
  'A3 portrait': 22,
  'A3 landscape': 14,
};

/** The fewest pages, of equally many rows. Each names the company and the date, since pages hang side by side. */
function Pages({ board, servedFor, format }: { board: Board; servedFor: number; format: Format }) {
  const at = usePrintedAt(board.at);
  const count = Math.max(1, Math.ceil(board.rows.length / PAGE_ROWS[format]));
  const size = Math.ceil(board.rows.length / count);
  const fixed = formatFixedAt(board, servedFor);
  const decimals = Math.max(...board.rows.flatMap(({ purchase, sale }) => [purchase, sale]).map(decimalsOf));
  return (
    <>
      {Array.from({ length: count }, (_, i) => i).map((i) => (
        <table
          key={i}
          className={styles.table}
          data-paper={format.slice(0, 2)}
          aria-label={count === 1 ? 'Page unique' : `Page ${i + 1}`}
        >
          <Head board={board} fixed={fixed} />
          <tbody>
            {board.rows.slice(i * size, (i + 1) * size).map((row) => (
              <Line key={row.code} row={row} at={at} decimals={decimals} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={4}>
                <div className={styles.foot}>
                  <p>{board.fees}</p>
                  <p>
                    Prix en euros pour le nombre d’unités indiqué. Achat&nbsp;: le bureau vous achète la
                    devise. Vente&nbsp;: il vous la vend.
                  </p>
                  <p>
                    Imprimé le {DAY.format(at)} {formatHour(at)}
                    {count > 1 ? `, page ${i + 1} sur ${count}` : ''}
                  </p>
                </div>
              </td>
            </tr>
          </tfoot>
        </table>
      ))}
    </>
  );
}

/** Head of the table itself, so that a printer repeats it on every page. */
function Head({ board: { company, logo, address }, fixed }: { board: Board; fixed: string }) {
  return (
    <thead>
      <tr>
        <td colSpan={4}>
          <div className={styles.head}>
            {logo === null ? null : <Logo logo={logo} name={company} />}
            <div>
              <p className={styles.name}>{company}</p>
              {address ? <p>{address}</p> : null}
              <p>{fixed}</p>
            </div>
          </div>
        </td>
      </tr>
      <tr>
        <th scope="col">Devise</th>
        <th scope="col" data-figure>
          Unités
        </th>
        <th scope="col" data-figure>
          Achat, en €
        </th>
        <th scope="col" data-figure>
          Vente, en €
        </th>
      </tr>
    </thead>
  );
}

function formatFixedAt({ rows }: Board, servedFor: number): string {
  if (rows.length === 0) return 'Aucun taux affiché';
  const ends = rows.map(({ end_at }) => Date.parse(end_at) - servedFor);
  const [first, last] = [new Date(Math.min(...ends)), new Date(Math.max(...ends))].map(
    (at) => `${DAY.format(at)} ${formatHour(at)}`,
  );
  return first === last ? `Taux fixés le ${last}` : `Taux fixés du ${first} au ${last}`;
}

function usePrintedAt(readAt: string): Date {
  const [at, setAt] = useState(() => new Date(readAt));
  useEffect(() => {
    // synchronous: the browser prints the page as it is when this returns
    const print = () => flushSync(() => setAt(new Date()));
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, []);
  return at;
}

function decimalsOf(price: string | null): number {
  return price === null ? 0 : price.length - price.indexOf(',') - 1;
}

function Line({ row, at, decimals }: { row: BoardRow; at: Date; decimals: number }) {
  const isOld = Date.parse(row.confirm_at) <= at.getTime();
  const isOver = Date.parse(row.end_at) <= at.getTime();
  const cellOf = (price: string | null) =>
    isOver || price === null ? (
      <td>—</td>
    ) : (
      <td data-rest={'0'.repeat(decimals - decimalsOf(price))}>{price}</td>
    );
  return (
    <tr>
      <th scope="row">
        <span className={styles.currency}>
          <Flag code={row.code} size={24} />
          <span>
            <strong>{row.code}</strong> <span className={styles.label}>{row.label}</span>
            {isOld ? <em className={styles.old}>taux à confirmer au comptoir</em> : null}
          </span>
        </span>
      </th>
      <td>{row.units === 1000 ? '1\u202f000' : row.units}</td>
      {cellOf(row.purchase)}
      {cellOf(row.sale)}
    </tr>
  );
}
