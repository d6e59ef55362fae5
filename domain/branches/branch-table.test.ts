import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aBranch, aBranchDraft, aClosure } from '../testing/branches.ts';
import { CSV_MARK } from '../text/csv.ts';
import type { Branch, BranchDraft } from './branch-draft.ts';
import { readBranchTable, TABLE_TITLES, writeBranchTable } from './branch-table.ts';
import { planBranchImport } from './plan-import.ts';

/** Cells as a spreadsheet reads them: quoted ones may contain separators. */
function cellsOf(csv: string): string[][] {
  expect(csv.startsWith(CSV_MARK)).toBe(true);
  const lines = csv.slice(1).split('\r\n').slice(0, -1);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
}

const PART_DIEU = aBranchDraft({
  name: 'Part-Dieu',
  kind: 'station',
  address: '5 place Béraudier; hall "1"',
  postcode: '01000',
  city: 'Bourg',
  commune: '01053',
  lat: '-45.7605',
  lon: '4.8594',
  phone: '+33 4 99 00 00 00',
  payment_means: ['cash', 'cheque'],
  takes_cards: false,
  rates: 'percent',
  percent: '-8.5',
  hours: 'Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00',
  closures: [
    aClosure({ to_day: '2026-12-26', reason: 'Inventaire | caisse' }),
    aClosure({ from_day: '2027-05-03' }),
    aClosure({ from_day: '2027-06-03', from_time: '12:00', to_time: '14:30', reason: '12:00 pile' }),
    aClosure({ from_day: '2027-06-04', from_time: '12:00' }),
  ],
});
const stored = (draft: BranchDraft) => aBranch(draft);
const rowsOf = (cells: readonly (readonly string[])[]) => {
  const rows = readBranchTable(cells);
  if (typeof rows === 'string') throw new Error(rows);
  return rows;
};
const judged = (cells: readonly (readonly string[])[], known: readonly Branch[] = []) =>
  planBranchImport(rowsOf(cells), known);

test('an exported table is imported unchanged, whatever its texts begin with', () => {
  const sign = fc.constantFrom('=', '+', '-', '@', "'", "''=", '"', ';', ',', 'A', ' ', '＝');
  const text = fc.array(sign, { maxLength: 6 }).map((signs) => `${signs.join('')}A`.trim());
  fc.assert(
    fc.property(text, text, text, (name, address, access_note) => {
      const branch = { ...PART_DIEU, name, address, access_note };
      const csv = writeBranchTable([branch]);
      const cells = cellsOf(csv);
      for (const cell of cells.flat()) expect(cell).not.toMatch(/^(?!-[\d.]+$)[=+\-@＝]/);
      expect(judged(cells, [stored(branch)])).toEqual([
        expect.objectContaining({ outcome: 'unchanged', name, updated_at: '2026-11-21T08:00:00.000Z' }),
      ]);
    }),
  );
});

test('the template can be parsed, and contains every column', () => {
  const cells = cellsOf(writeBranchTable([]));
  expect(cells[0]).toEqual(TABLE_TITLES);
  expect(judged(cells)).toEqual([expect.objectContaining({ line: 2, outcome: 'new', name: 'Part-Dieu' })]);
});

describe('an edited table', () => {
  test('may have its titles in any order and spelling; columns that it lacks stay', () => {
    const known = stored(PART_DIEU);
    const [line] = judged(
      [
        ['téléphone', 'NOM', 'Notes'],
        ['04 72 00 00 00', 'Part-Dieu', 'x'],
      ],
      [known],
    );
    expect(line).toMatchObject({
      outcome: 'changed',
      draft: { ...PART_DIEU, phone: '04 72 00 00 00' },
    });
  });

  test('adds branches with the hours of the table only', () => {
    const [line] = judged([
      ['Nom', 'Ville', 'Code postal'],
      ['Gare', 'Bourg', '1000'],
    ]);
    expect(line).toMatchObject({ outcome: 'new', draft: { hours: '', postcode: '01000', sells: true } });
  });

  test.each<[string, string, RegExp]>([
    ['Type', 'bateau', /^Type\s: À la place de «\sbateau\s», écrivez /],
    ['Vend', 'peut-être', /^Vend\s: Écrivez oui ou non à la place de /],
    ['Moyens de paiement', 'Espèces, or', /^Moyens de paiement\s: À la place de «\sor\s», écrivez /],
    ['Fermetures', 'en août', /^Fermetures\s: .* ne se lit pas/],
    ['Latitude', '91', /^La latitude va/],
    ['Horaires', 'Lu-Ve 9h-18h', /^Ces horaires ne se lisent pas/],
    ['Taux', '5 %', /^Le pourcentage va de/],
    ['Ville', '', /^Donnez la ville/],
  ])('%s: %j is refused with a reason', (title, cell, why) => {
    const cells =
      title === 'Ville'
        ? [
            ['Nom', title],
            ['Gare', cell],
          ]
        : [
            ['Nom', 'Ville', title],
            ['Gare', 'Lyon', cell],
          ];
    expect(judged(cells)).toEqual([
      { line: 2, name: 'Gare', outcome: 'refused', why: expect.stringMatching(why) },
    ]);
  });

  test('names each branch once', () => {
    const cells = [
      ['Nom', 'Ville'],
      ['Gare', 'Lyon'],
      ['', ''],
      ['Gare', 'Nice'],
    ];
    expect(judged(cells).map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'new'],
      [4, 'refused'],
    ]);
  });

  test('is refused without names', () => {
    expect(readBranchTable([['Ville'], ['Lyon']])).toMatch(/^La première ligne porte les titres/);
    expect(readBranchTable([])).toMatch(/^La première ligne/);
  });
});
