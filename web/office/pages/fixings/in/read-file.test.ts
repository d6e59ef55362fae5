import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/universal';
import { readFile, readText } from './read-file.ts';

const csv = (text: string | Uint8Array<ArrayBuffer>) => readFile(new Blob([text]));
const RATES = [
  ['Devise', 'Achat', 'Vente'],
  ['USD', 1.17, 1.105],
  ['Franc suisse', 0.96, null],
];
const workbook = async () =>
  new Uint8Array(await (await writeXlsxFile(RATES).toBlob()).arrayBuffer()) as Uint8Array<ArrayBuffer>;
const xlsx = (bytes: Uint8Array) => readFile(new Blob([bytes as Uint8Array<ArrayBuffer>]));

/** A workbook whose sheet is this text. */
async function withSheet(change: (xml: string) => string): Promise<Uint8Array> {
  const parts = unzipSync(await workbook());
  const sheet = 'xl/worksheets/sheet1.xml';
  const xml = new TextDecoder().decode(parts[sheet]);
  return zipSync({ ...parts, [sheet]: strToU8(change(xml)) });
}

const BOMB = 1_000_003;

/** A workbook with a part that unpacks to a million bytes, and says another size. */
async function saying(size: number): Promise<Uint8Array> {
  return declare(
    zipSync({ ...unzipSync(await workbook()), 'xl/bomb.xml': new Uint8Array(BOMB) }),
    BOMB,
    size,
  );
}

/** The parts of this size say that they have another one, in the directory at the end, which is what counts. */
function declare(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let i = 0; i < bytes.length - 46; i += 1) {
    const isEntry = view.getUint32(i, true) === 0x02014b50;
    if (isEntry && view.getUint32(i + 24, true) === from) view.setUint32(i + 24, to, true);
  }
  return bytes;
}

describe('a text', () => {
  test.each([
    ['copied from a spreadsheet', 'USD\t1,17\t1,10\r\nGBP\t0,9\t0,85\r\n'],
    ['of a French spreadsheet', 'USD;1,17;1,10\nGBP;0,9;0,85'],
    ['of another one', '"USD","1,17","1,10"\n"GBP","0,9","0,85"\n\n\n'],
    ['with its mark', '\ufeffUSD;1,17;1,10\nGBP;0,9;0,85\n'],
  ])('%s is cut into cells', async (_, text) => {
    const cells = [
      ['USD', '1,17', '1,10'],
      ['GBP', '0,9', '0,85'],
    ];
    expect(await csv(text)).toEqual(cells);
  });

  test('named as a workbook is read if it holds a table, and refused otherwise', async () => {
    const named = (text: string) => readFile(new File([text], 'taux.XLSX'));
    expect(await named('USD;1,17;1,10')).toEqual([['USD', '1,17', '1,10']]);
    await expect(named('Voici les taux')).rejects.toThrow('n’est pas un classeur .xlsx');
  });

  test('quoted cells may hold separators and line ends', () => {
    expect(readText('"a;b";"deux\nlignes"\nUSD;1')).toEqual([
      ['a;b', 'deux\nlignes'],
      ['USD', '1'],
    ]);
  });

  test('in the alphabet of Windows, and in UTF-16', async () => {
    const windows = Uint8Array.from([...'Cor'].map((c) => c.charCodeAt(0)).concat(0xe9, 0x65));
    expect(await csv(windows)).toEqual([['Corée']]);
    const wide = new Uint8Array(new Uint16Array([0xfeff, ...[...'é;1'].map((c) => c.charCodeAt(0))]).buffer);
    expect(await csv(wide)).toEqual([['é', '1']]);
  });

  test.each<[string, () => Promise<unknown> | unknown, RegExp]>([
    ['over 2 MB', () => csv('a'.repeat(2_000_001)), /2 Mo/],
    ['over 2 MB, pasted', async () => readText('a'.repeat(2_000_001)), /2 Mo/],
    ['over 5,000 lines', () => csv('USD;1\n'.repeat(5_001)), /5 000 lignes/],
    ['empty', () => csv('\n\n;;\n'), /est vide/],
    ['no text at all', () => csv(new Uint8Array([1, 0, 2, 0, 7])), /Choisissez un CSV/],
    ['an old workbook', () => csv(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1])), /\.xls\. Enregistrez-le/],
  ])('%s is refused with a sentence', async (_, reading, sentence) => {
    await expect(async () => reading()).rejects.toThrow(sentence);
  });

  test('5,000 lines and what is empty after them are read', async () => {
    expect(await csv(`${'USD;1\n'.repeat(5_000)}\n;\n`)).toHaveLength(5_000);
  });
});

describe('a workbook', () => {
  test('is read with its numbers as numbers, whatever the file is called', async () => {
    expect(await xlsx(await workbook())).toEqual(RATES);
  });

  test('whose sheet is larger than half a megabyte is read in place', async () => {
    const rows = Array.from({ length: 4_999 }, (_, i) => [
      `une devise numéro ${i} ${'x'.repeat(80)}`,
      i + 0.5,
    ]);
    const blob = await writeXlsxFile(rows).toBlob();
    expect(await readFile(blob)).toHaveLength(4_999);
  });

  test('an error cell is a text, and distant empty cells are ignored', async () => {
    const bytes = await withSheet((xml) =>
      xml
        .replace(/<c r="C2"[^>]*>.*?<\/c>/, '<c r="C2" t="e"><v>#N/A</v></c>')
        .replace('</sheetData>', '<row r="1048576" s="1"><c r="XFD1048576" s="1"/></row></sheetData>'),
    );
    expect(await xlsx(bytes)).toEqual([RATES[0], ['USD', 1.17, '#N/A'], RATES[2]]);
  });

  test.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ['that says it unpacks to 21 MB', () => saying(21e6), /trop volumineux/],
    [
      'whose parts are 21 MB together',
      async () => {
        const parts = Array.from({ length: 21 }, (_, i) => [`xl/${i}.xml`, strToU8('x')]);
        return declare(zipSync({ ...unzipSync(await workbook()), ...Object.fromEntries(parts) }), 1, 1e6);
      },
      /trop volumineux/,
    ],
    [
      'of two thousand parts',
      async () =>
        zipSync(
          Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`xl/${i}.xml`, new Uint8Array(1)])),
        ),
      /trop volumineux/,
    ],
    [
      'with a cell in its last row',
      () =>
        withSheet((xml) =>
          xml.replace('</sheetData>', '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>'),
        ),
      /5 000 lignes/,
    ],
    [
      'with a row that has no number of its own',
      () =>
        withSheet((xml) =>
          xml.replace('</sheetData>', '<row><c r="A99999999"><v>1</v></c></row></sheetData>'),
        ),
      /5 000 lignes/,
    ],
    [
      'with a cell in its last column',
      () =>
        withSheet((xml) =>
          xml.replace('</sheetData>', '<row r="9"><c r="XFD9"><v>1</v></c></row></sheetData>'),
        ),
      /700 colonnes/,
    ],
    [
      'of a million tags without an end',
      () => withSheet((xml) => xml.replace('</sheetData>', '<row <c '.repeat(500_000))),
      /pas un classeur/,
    ],
    [
      'that is another archive',
      async () => zipSync({ 'lisez-moi.txt': strToU8('bonjour') }),
      /pas un classeur/,
    ],
    ['that is cut short', async () => (await workbook()).slice(0, 900), /pas un classeur/],
  ])('%s is refused with a sentence', async (_, bytes, sentence) => {
    await expect(xlsx(await bytes())).rejects.toThrow(sentence);
  });

  test('a part never unpacks beyond its declared size', async () => {
    expect(await xlsx(await saying(10))).toEqual(RATES);
  });
});
