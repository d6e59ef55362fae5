import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, separatorOf } from './csv.ts';

test.each([
  [['a', 'b'], 'a,b'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [[null, ''], ','],
  [[new Date('2026-11-20T15:00:00Z')], '2026-11-20T15:00:00.000Z'],
  [['=1+1', '+33', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1'], `'=1+1,'+33,'-2+3,'@SUM(A1),'\tx,"'\rx",'＝1`],
  [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
  [['a=b@c.fr', '1-2'], 'a=b@c.fr,1-2'],
])('%j is written as in RFC 4180, and never as a formula', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
});

test('no separator makes a formula of a text’s middle, and a negative number stays one', () => {
  expect(csvLine(['2026-12', "Ann,=cmd|' /C calc'!A0,b"], ';')).toBe("2026-12;Ann,'=cmd|' /C calc'!A0,b\r\n");
  expect(csvLine(['Ann,"=cmd', '-2,5', '-2'], ';')).toBe(`"Ann,""'=cmd";-2,5;-2\r\n`);
  const text = fc.string({ unit: fc.constantFrom(...'=+-@,;\t\r\n a'), minLength: 1 });
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1 }),
      fc.constantFrom(',' as const, ';' as const),
      (row, written) => {
        for (const read of [',', ';', '\t']) {
          const fields = csvLine(row, written).split(new RegExp(`[\r\n${read}]`));
          expect(fields.filter((field) => /^"?[=+\-@]/.test(field))).toEqual([]);
        }
      },
    ),
  );
});

test('between semicolons, commas are literal', () => {
  expect(csvLine(['1,17', 'a;b', '=1'], ';')).toBe(`1,17;"a;b";'=1\r\n`);
});

test.each([
  ['USD\t1,17\t1,10', '\t'],
  ['USD;1,17;1,10\nGBP;0,9;0,85', ';'],
  ['USD|1.17', '|'],
  ['USD,1.17,1.10', ','],
  ['Taux du jour\nUSD;1,17\nGBP;0,9', ';'],
  ['', ','],
])('%j is separated by %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});
