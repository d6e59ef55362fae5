import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitTable } from './split-table.ts';

test.each<[string, string[][]]>([
  [
    'USD\t1,17\t1,10\n;GBP;0,9;0,85\n,PHP,73.7682,69.7891',
    [
      ['USD', '1,17', '1,10'],
      ['', 'GBP', '0,9', '0,85'],
      ['', 'PHP', '73.7682', '69.7891'],
    ],
  ],
  ['USD 1,16 1,12', [['USD', '1,16', '1,12']]],
  ['100 JPY 0,57 0,52', [['100 JPY', '0,57', '0,52']]],
  ['Franc suisse : 0,96 / 0,90.', [['Franc suisse', '0,96', '0,90']]],
  ['KRW 1 595,7 1 508', [['KRW', '1 595,7', '1 508']]],
  ['HUF 378 356', [['HUF', '378', '356']]],
  ['USD achat 1,16 vente 1,12', [['USD', '1,16', '1,12']]],
  ['YER 277,596 YER 261,425', [['YER', '277,596 YER', '261,425']]],
  ['USD, 1,16, 1,12', [['USD', '1,16', '1,12']]],
  ['"USD","1,17","1,10"', [['USD', '1,17', '1,10']]],
  [
    '"a;b";"deux\nlignes"\nUSD;1',
    [
      ['a;b', 'deux\nlignes'],
      ['USD', '1'],
    ],
  ],
  ['"dit ""oui"""\t1', [['dit "oui"', '1']]],
  ['5" ouvert;1', [['5" ouvert', '1']]],
  ['Taux donnés à titre indicatif', [['Taux donnés à titre indicatif']]],
  ['\ufeffUSD;1\r\n\r\nGBP;2', [['USD', '1'], [''], ['GBP', '2']]],
])('%j is cut into cells, each line by its own separator', (text, cells) => {
  expect(splitTable(text)).toEqual(cells);
});

test('cells without quotes come back between any separators', () => {
  const cell = fc.stringMatching(/^[A-Za-z0-9 .]{0,8}$/);
  const lines = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lines, fc.constantFrom('\t', ';', '|'), (rows, separator) => {
      expect(splitTable(rows.map((row) => row.join(separator)).join('\n'))).toEqual(rows);
    }),
  );
});

test.each([
  '"',
  '\t',
  '",',
  ', ',
  'a, ',
  '"a",',
  ' ',
  '1 ',
  '.',
  '1,1 ',
  '""',
  '\n"',
  ';"',
])('a long text of %j ends, which it would not within the bound of a test in square time', (part) => {
  expect(splitTable(part.repeat(200_000 / part.length))).toBeDefined();
});
