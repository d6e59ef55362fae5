import type { ExcludedRange, HistoryView } from '#domain/history/history-view.ts';
import { DEFAULT_PERIOD, type Extremes, PERIODS, type Period } from '#domain/history/period.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { formatValue } from '#domain/money/format-value.ts';
import { currencyPath, historyFilePath } from '#domain/pages/address.ts';
import { formatLongDay } from '#domain/pages/format-fixed.ts';
import type { CurrencyView } from '#domain/pages/page.ts';
import { Columns, Part } from '../parts/Part.tsx';
import { inPlural } from '../words.ts';
import { Chart } from './Chart.tsx';
import { drawHistory } from './chart-geometry.ts';
import styles from './History.module.css';

type Props = { view: CurrencyView; history: HistoryView; today: string };

const PERIOD_NAMES: readonly Period[] = ['30-jours', '6-mois', '1-an'];
const ASKED = 500_00;

export function History({ view: { side, currency, base }, history, today }: Props) {
  const drawn = drawHistory(history);
  const { from, to, period, knownDays, mid, best, shift } = history;
  const path = currencyPath(currency.code, side);
  const asked = formatShortAmount(base.code, ASKED);
  return (
    <Part id="cours" title={`Le cours sur ${PERIODS[period].label}`}>
      <nav className={styles.periods} aria-label="Période du cours">
        {PERIOD_NAMES.map((each) => (
          <a
            key={each}
            href={`${path}${each === DEFAULT_PERIOD ? '' : `?periode=${each}`}#cours`}
            aria-current={each === period ? 'true' : undefined}
          >
            {PERIODS[each].label}
          </a>
        ))}
      </nav>
      <p className={styles.note}>
        {`1\u00a0${base.code} en ${inPlural(currency)}, du ${formatLongDay(from, today)} au ${formatLongDay(to, today)}. ${countDays(knownDays)} sur ${PERIODS[period].days}. `}
        {drawn?.hasUnknown ? 'Les tirets prolongent le dernier cours connu.' : null}
      </p>
      {drawn ? <Chart view={history} drawn={drawn} currency={currency} today={today} /> : null}
      {drawn && drawn.breaks.length > 0 ? (
        <ul className={styles.notes}>
          {drawn.breaks.map(({ day, before, after }) => (
            <li key={day}>
              {`Rupture le ${formatLongDay(day, today)}\u00a0: le taux intermédiaire passe de ${formatValue(before)} à ${formatValue(after)}.`}
            </li>
          ))}
        </ul>
      ) : null}
      <Excluded ranges={history.excluded} today={today} />
      <Columns>
        <Figures mid={mid} best={best} today={today} />
        <p className={styles.note}>
          {`Meilleur bureau\u00a0: meilleur taux net pour ${asked} à 18\u00a0h, heure de Paris. ${side === 'buy' ? 'Plus il est haut' : 'Plus il est bas'}, plus vous recevez.`}
          {shift === null
            ? null
            : ` Démonstration\u00a0: ces cours ont existé ${shift} jours plus tôt, les offres sont imaginées d’après les marges des bureaux.`}
        </p>
      </Columns>
      <Rows history={history} today={today} />
      <p>
        <a href={historyFilePath(currency.code)}>Télécharger tous les jours (CSV)</a>
      </p>
    </Part>
  );
}

function countDays(days: number): string {
  return days > 1 ? `${days} jours connus` : `${days} jour connu`;
}

function Excluded({ ranges, today }: { ranges: readonly ExcludedRange[]; today: string }) {
  if (ranges.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {ranges.map(({ from, to, count, value, wrong }) => (
        <li key={from}>
          {from === to
            ? `Valeur écartée le ${formatLongDay(from, today)}${value ? ` (${formatValue(value)})` : ''}\u00a0: `
            : `Valeurs écartées du ${formatLongDay(from, today)} au ${formatLongDay(to, today)} (${count} jours)\u00a0: `}
          {wrong ? wrong.reason : 'elle est à plus de 20 % des jours voisins, qui concordent'}
          {wrong ? (
            <>
              {' ('}
              <a href={wrong.source} rel="noreferrer">
                source
              </a>
              )
            </>
          ) : null}
          .
        </li>
      ))}
    </ul>
  );
}

function Figures({ mid, best, today }: { mid: Extremes | null; best: Extremes | null; today: string }) {
  const rows = [
    { name: 'Plus haut', of: (each: Extremes) => each.high },
    { name: 'Plus bas', of: (each: Extremes) => each.low },
    { name: 'Moyenne', of: (each: Extremes) => ({ day: null, value: each.average }) },
  ];
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Plus haut, plus bas et moyenne des jours connus</caption>
      <Head first="" />
      <tbody>
        {rows.map(({ name, of }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[mid, best].map((each, i) => {
              const found = each && of(each);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns
                <td key={i}>
                  {found ? formatValue(found.value) : '–'}
                  {found?.day ? <span className={styles.day}>{formatLongDay(found.day, today)}</span> : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rows({ history: { rows, period }, today }: { history: HistoryView; today: string }) {
  const isDaily = period === DEFAULT_PERIOD;
  return (
    <details className={styles.rows}>
      <summary>
        {isDaily ? 'Les mêmes chiffres, jour par jour' : 'Les mêmes chiffres, semaine par semaine'}
      </summary>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {isDaily ? 'Cours de chaque jour connu' : 'Dernier cours connu de chaque semaine'}
        </caption>
        <Head first={isDaily ? 'Jour' : 'Semaine du'} />
        <tbody>
          {rows.map(({ day, mid, best }) => (
            <tr key={day}>
              <th scope="row">{formatLongDay(day, today)}</th>
              <Rate value={mid} />
              <Rate value={best} />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Head({ first }: { first: string }) {
  return (
    <thead>
      <tr>
        {first === '' ? <td /> : <th scope="col">{first}</th>}
        <th scope="col">Taux intermédiaire</th>
        <th scope="col">Meilleur bureau</th>
      </tr>
    </thead>
  );
}

function Rate({ value }: { value: Decimal | null }) {
  return <td>{value ? formatValue(value) : '–'}</td>;
}
