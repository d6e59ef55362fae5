import { expect, test } from 'vitest';
import { csvLine, separatorOf } from './csv.ts';

test.each([
  [['a', 'b'], 'a,b'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [[null, ''], ','],
  [[new Date('2026-11-20T15:00:00Z')], '2026-11-20T15:00:00.000Z'],
  [['=1+1', '+33', '-2', '@SUM(A1)', '\tx', '\rx', '＝1'], `'=1+1,'+33,'-2,'@SUM(A1),'\tx,"'\rx",'＝1`],
  [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
  [['a=b@c.fr', '1-2'], 'a=b@c.fr,1-2'],
])('%j is written as in RFC 4180, and never as a formula', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
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
