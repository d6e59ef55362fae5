import { useEffect, useState } from 'react';
import type { Board, BoardRow } from '#domain/fixings/board.ts';
import { sayHour } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { SelectField } from '#web/shared/ui/Field.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './Paper.module.css';

const FORMATS = {
  'A4 portrait': 'A4, en hauteur',
  'A4 landscape': 'A4, en largeur',
  'A3 portrait': 'A3, en hauteur',
  'A3 landscape': 'A3, en largeur',
} as const;
type Format = keyof typeof FORMATS;

const DAY = new Intl.DateTimeFormat('fr', { dateStyle: 'full' });

/** The board as a sheet of paper, which the browser prints or keeps as a PDF. */
export function Paper({ board }: { board: Board }) {
  const [format, setFormat] = useState<Format>('A4 portrait');
  usePageFormat(format);
  const at = Date.parse(board.at);
  const hasOld = board.rows.some(({ confirm_at }) => Date.parse(confirm_at) <= at);
  return (
    <Card title="Sur papier">
      <div className={styles.body}>
        {hasOld ? (
          <Notice tone="warning" title="Des taux sont à confirmer">
            <p>Confirmez-les ou fixez-les avant d’imprimer : la feuille le dirait à vos clients.</p>
          </Notice>
        ) : null}
        <div className={styles.tools}>
          <SelectField
            label="Format"
            value={format}
            // the options are these
            onChange={({ currentTarget: { value } }) => setFormat(value as Format)}
          >
            {Object.entries(FORMATS).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </SelectField>
          <Button variant="secondary" disabled={board.rows.length === 0} onClick={() => window.print()}>
            Imprimer ou enregistrer en PDF
          </Button>
        </div>
        <Sheet board={board} format={format} />
      </div>
    </Card>
  );
}

/** The browser's own paper: a rule about pages holds of the whole document, so it is there with the page alone. */
function usePageFormat(format: Format): void {
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`@page { size: ${format}; margin: 12mm; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules);
    };
  }, [format]);
}

function Sheet({ board, format }: { board: Board; format: Format }) {
  const at = new Date(board.at);
  return (
    <section className={styles.sheet} data-paper={format.slice(0, 2)} aria-label="Feuille à imprimer">
      <header className={styles.head}>
        <h3 className={styles.name}>{board.company}</h3>
        {board.address ? <p>{board.address}</p> : null}
        <p className={styles.date}>
          Taux de change du {DAY.format(at)}, {sayHour(at)}
        </p>
      </header>
      <table className={styles.table}>
        <thead>
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
        <tbody>
          {board.rows.map((row) => (
            <Line key={row.code} row={row} at={at} />
          ))}
        </tbody>
      </table>
      <footer className={styles.foot}>
        <p>{board.fees}</p>
        <p>
          Prix en euros pour le nombre d’unités indiqué. Achat&nbsp;: le bureau vous achète la devise.
          Vente&nbsp;: il vous la vend.
        </p>
      </footer>
    </section>
  );
}

function Line({ row, at }: { row: BoardRow; at: Date }) {
  const isOld = Date.parse(row.confirm_at) <= at.getTime();
  const isOver = Date.parse(row.end_at) <= at.getTime();
  const say = (price: string | null) => (isOver || price === null ? '—' : price);
  return (
    <tr>
      <th scope="row">
        <span className={styles.currency}>
          <Flag code={row.code} size={32} />
          <span>
            <strong>{row.code}</strong> {row.label}
            {isOld ? <em className={styles.old}>taux à confirmer au comptoir</em> : null}
          </span>
        </span>
      </th>
      <td>{row.units === 1000 ? '1\u202f000' : row.units}</td>
      <td>{say(row.purchase)}</td>
      <td>{say(row.sale)}</td>
    </tr>
  );
}
