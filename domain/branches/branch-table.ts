import { CSV_MARK, csvLine } from '../text/csv.ts';
import { searchForm } from '../text/search.ts';
import { branchKinds, type Closure, paymentMeans } from './branch.ts';
import { type BranchDraft, EMPTY_BRANCH } from './branch-draft.ts';

/** What a column holds: how a branch writes it, and what a cell makes of a draft; a text: why it makes nothing. */
type Column = {
  title: string;
  write: (branch: BranchDraft) => string;
  read: (cell: string) => Partial<BranchDraft> | string;
};

type TextField = {
  [F in keyof BranchDraft]: BranchDraft[F] extends string
    ? string extends BranchDraft[F]
      ? F
      : never
    : never;
}[keyof BranchDraft];
type BooleanField = {
  [F in keyof BranchDraft]: BranchDraft[F] extends boolean ? F : never;
}[keyof BranchDraft];

const COLUMNS: readonly Column[] = [
  text('Nom', 'name'),
  {
    title: 'Genre',
    write: ({ kind }) => branchKinds[kind],
    read: (cell) =>
      cell === '' ? {} : (keyOf(branchKinds, cell, (kind) => ({ kind })) ?? noWord(cell, branchKinds)),
  },
  text('Adresse', 'address'),
  { ...text('Code postal', 'postcode'), read: (cell) => ({ postcode: withZero(cell) }) },
  text('Ville', 'city'),
  { ...text('Code INSEE', 'commune'), read: (cell) => ({ commune: withZero(cell) }) },
  { ...text('Pays', 'country'), read: (cell) => (cell === '' ? {} : { country: cell.toUpperCase() }) },
  text('Latitude', 'lat'),
  text('Longitude', 'lon'),
  text('Téléphone', 'phone'),
  text('E-mail', 'email'),
  text('Accès', 'access_note'),
  {
    title: 'Moyens de paiement',
    write: ({ payment_means }) => payment_means.map((each) => paymentMeans[each]).join(', '),
    read: readMeans,
  },
  yesOrNo('Vend', 'sells'),
  yesOrNo('Reprend', 'buys_back'),
  yesOrNo('Petites coupures', 'small_notes'),
  yesOrNo('Sur rendez-vous', 'needs_appointment'),
  text('Horaires', 'hours'),
  yesOrNo('Fermé les jours fériés', 'closed_on_holidays'),
  {
    title: 'Fermetures',
    write: ({ closures }) => closures.map(writeClosure).join(' | '),
    read: readClosures,
  },
  { title: 'Taux', write: writeRates, read: readRates },
];

export const TABLE_TITLES: readonly string[] = COLUMNS.map(({ title }) => title);

/** A line that shows how each column is written. */
const EXAMPLE: BranchDraft = {
  ...EMPTY_BRANCH,
  ...{ name: 'Part-Dieu', kind: 'station', address: '5 place Charles-Béraudier', postcode: '69003' },
  ...{ city: 'Lyon', commune: '69383', lat: '45.7605', lon: '4.8594', phone: '04 99 00 00 00' },
  ...{ access_note: 'Hall 1, côté Rhône', hours: 'Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00' },
  closures: [{ from_day: '2030-08-01', to_day: '2030-08-15', reason: 'Congés' }],
};

/** As a file that a French spreadsheet opens, and that is read back as it was; of no branches, with an example. */
export function writeBranchTable(branches: readonly BranchDraft[]): string {
  const rows = (branches.length === 0 ? [EXAMPLE] : branches).map((branch) =>
    COLUMNS.map(({ write }) => kept(write(branch))),
  );
  return CSV_MARK + [TABLE_TITLES, ...rows].map((row) => csvLine(row, ';')).join('');
}

/** A line of a table: what it makes of a branch, or why it makes none. */
export type TableRow = { line: number; name: string; parts: Partial<BranchDraft>; wrong: string | null };

/** The lines under the titles, which the first line has in any order; a text: why there are none. */
export function readBranchTable(cells: readonly (readonly string[])[]): TableRow[] | string {
  const [titles = [], ...rows] = cells;
  const found = titles.map((title) =>
    COLUMNS.find((column) => searchForm(column.title) === searchForm(bare(title))),
  );
  if (!found.some((column) => column?.title === 'Nom')) {
    return 'La première ligne porte les titres des colonnes, dont «\u00a0Nom\u00a0»\u00a0: partez du modèle.';
  }
  return rows.flatMap((row, at) =>
    row.every((cell) => cell.trim() === '') ? [] : [readRow(found, row, at + 2)],
  );
}

function readRow(columns: readonly (Column | undefined)[], row: readonly string[], line: number): TableRow {
  let parts: Partial<BranchDraft> = {};
  let wrong: string | null = null;
  for (const [at, column] of columns.entries()) {
    if (!column) continue;
    const read = column.read(bare(row[at] ?? ''));
    if (typeof read !== 'string') parts = { ...parts, ...read };
    else wrong ??= `${column.title}\u00a0: ${read}`;
  }
  return { line, name: parts.name ?? '', parts, wrong };
}

function text(title: string, field: TextField): Column {
  return { title, write: (branch) => branch[field], read: (cell) => ({ [field]: cell }) };
}

function yesOrNo(title: string, field: BooleanField): Column {
  return {
    title,
    write: (branch) => (branch[field] ? 'oui' : 'non'),
    read: (cell) => {
      const word = searchForm(cell);
      if (word === '') return {};
      if (['oui', 'o', 'x', '1', 'vrai'].includes(word)) return { [field]: true };
      if (['non', 'n', '0', 'faux'].includes(word)) return { [field]: false };
      return `«\u00a0${cell}\u00a0» n’est ni oui ni non.`;
    },
  };
}

function keyOf<K extends string, T>(
  labels: Readonly<Record<K, string>>,
  word: string,
  then: (key: K) => T,
): T | undefined {
  const wanted = searchForm(word);
  const key = (Object.keys(labels) as K[]).find(
    (each) => wanted === searchForm(each) || wanted === searchForm(labels[each]),
  );
  return key && then(key);
}

function noWord(cell: string, labels: Readonly<Record<string, string>>): string {
  return `«\u00a0${cell}\u00a0» n’est aucun de ceux-ci\u00a0: ${Object.values(labels).join(', ')}.`;
}

function readMeans(cell: string): Partial<BranchDraft> | string {
  const words = cell.split(/[,+]/).map((word) => word.trim());
  const means = words.filter(Boolean).map((word) => keyOf(paymentMeans, word, (key) => key) ?? `?${word}`);
  const wrong = means.find((each) => each.startsWith('?'));
  if (wrong) return noWord(wrong.slice(1), paymentMeans);
  const payment_means = (Object.keys(paymentMeans) as (keyof typeof paymentMeans)[]).filter((each) =>
    means.includes(each),
  );
  return { payment_means, takes_cards: payment_means.includes('card') };
}

/** '2026-12-24/2026-12-26 Inventaire'. */
function writeClosure({ from_day, to_day, reason }: Closure): string {
  return `${from_day === to_day ? from_day : `${from_day}/${to_day}`} ${reason}`.trim();
}

function readClosures(cell: string): Partial<BranchDraft> | string {
  const closures: Closure[] = [];
  for (const one of cell === '' ? [] : cell.split(/ ?\| ?(?=\d{4}-\d{2}-\d{2})/)) {
    const [, from_day, to_day = from_day, reason = ''] =
      /^(\d{4}-\d{2}-\d{2})(?:\/(\d{4}-\d{2}-\d{2}))?(?: (.*))?$/.exec(one.trim()) ?? [];
    if (from_day === undefined || to_day === undefined) {
      return `«\u00a0${one}\u00a0» ne se lit pas. Exemple\u00a0: 2030-08-01/2030-08-15 Congés.`;
    }
    closures.push({ from_day, to_day, reason });
  }
  return { closures };
}

const OWN_RATES = 'À part';
const COMPANY_RATES = 'Du bureau';

function writeRates({ rates, percent }: BranchDraft): string {
  if (rates === 'own') return OWN_RATES;
  return rates === 'percent' ? `${percent.replace('.', ',')} %` : COMPANY_RATES;
}

function readRates(cell: string): Partial<BranchDraft> {
  const word = searchForm(cell);
  if (word === '') return {};
  if (word === searchForm(COMPANY_RATES)) return { rates: 'company', percent: '' };
  if (word === searchForm(OWN_RATES)) return { rates: 'own', percent: '' };
  return { rates: 'percent', percent: cell.replace('−', '-').replace(/\s*%$/, '') };
}

/** A spreadsheet takes the zero before a number away. */
function withZero(cell: string): string {
  return /^\d{4}$/.test(cell) ? `0${cell}` : cell;
}

const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** What would be read back as the apostrophe of a guarded cell gets one more. */
function kept(cell: string): string {
  return GUARDED.test(cell) ? `'${cell}` : cell;
}

/** A cell without the apostrophe that keeps a spreadsheet from running it. */
function bare(cell: string): string {
  const trimmed = cell.trim();
  return GUARDED.test(trimmed) ? trimmed.slice(1) : trimmed;
}
