import { type CsvColumn, keyOf, unknownWord } from '../text/csv-columns.ts';
import { joinLabels } from '../text/join-words.ts';
import { searchForm } from '../text/search.ts';
import {
  type BranchKind,
  type BranchRates,
  branchKinds,
  type Closure,
  type PaymentMeans,
  paymentMeans,
} from './branch.ts';

export const kindColumn: CsvColumn<{ kind: BranchKind }> = {
  title: 'Type',
  write: ({ kind }) => branchKinds[kind],
  read: (cell) => {
    if (cell === '') return {};
    const kind = keyOf(branchKinds, cell);
    return kind ? { kind } : unknownWord(cell, branchKinds);
  },
};

export const countryColumn: CsvColumn<{ country: string }> = {
  title: 'Pays',
  write: ({ country }) => country,
  read: (cell) => (cell === '' ? {} : { country: cell.toUpperCase() }),
};

export const meansColumn: CsvColumn<{ payment_means: PaymentMeans[]; takes_cards: boolean }> = {
  title: 'Moyens de paiement',
  write: ({ payment_means }) => joinLabels(payment_means.map((each) => paymentMeans[each])),
  read: (cell) => {
    const words = cell
      .split(/[,+]/)
      .map((word) => word.trim())
      .filter(Boolean);
    const means = words.map((word) => keyOf(paymentMeans, word));
    const unknown = words[means.indexOf(undefined)];
    if (unknown !== undefined) return unknownWord(unknown, paymentMeans);
    const payment_means = (Object.keys(paymentMeans) as PaymentMeans[]).filter((each) =>
      means.includes(each),
    );
    return { payment_means, takes_cards: payment_means.includes('card') };
  },
};

export const closuresColumn: CsvColumn<{ closures: Closure[] }> = {
  title: 'Fermetures',
  write: ({ closures }) => closures.map(writeClosure).join(' | '),
  read: (cell) => {
    const closures: Closure[] = [];
    for (const closure of cell === '' ? [] : cell.split(/ ?\| ?(?=\d{4}-\d{2}-\d{2})/)) {
      const [, from_day, from_time, to_day = from_day, to_time, reason = ''] =
        CLOSURE.exec(closure.trim()) ?? [];
      if (from_day === undefined || to_day === undefined) {
        return `«\u00a0${closure}\u00a0» ne se lit pas. Exemple\u00a0: 2030-08-01/2030-08-15 Congés.`;
      }
      closures.push({
        from_day,
        ...(from_time && { from_time }),
        to_day,
        ...(to_time && { to_time }),
        reason,
      });
    }
    return { closures };
  },
};

const MOMENT = String.raw`(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?`;
const CLOSURE = new RegExp(String.raw`^${MOMENT}(?:\/${MOMENT})?(?: (.*))?$`);

function writeClosure({ from_day, from_time, to_day, to_time, reason }: Closure): string {
  const [from, to] = [writeMoment(from_day, from_time), writeMoment(to_day, to_time)];
  return `${from === to ? from : `${from}/${to}`} ${reason}`.trim();
}

function writeMoment(day: string, time: string | undefined): string {
  return time ? `${day}T${time}` : day;
}

const OWN_RATES = 'À part';
const COMPANY_RATES = 'Du bureau';

export const ratesColumn: CsvColumn<{ rates: BranchRates; percent: string }> = {
  title: 'Taux',
  write: ({ rates, percent }) => {
    if (rates === 'own') return OWN_RATES;
    return rates === 'percent' ? `${percent.replace('.', ',')} %` : COMPANY_RATES;
  },
  read: (cell) => {
    const word = searchForm(cell);
    if (word === '') return {};
    if (word === searchForm(COMPANY_RATES)) return { rates: 'company', percent: '' };
    if (word === searchForm(OWN_RATES)) return { rates: 'own', percent: '' };
    return { rates: 'percent', percent: cell.replace('−', '-').replace(/\s*%$/, '') };
  },
};
