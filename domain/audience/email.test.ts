import { expect, test } from 'vitest';
import { isEmail, normalizeEmail, readEmail } from './email.ts';

test.each([
  'a@b.fr',
  'jean.dupont+voyage@exemple.co.uk',
  "o'neil@example.museum",
  'a@xn--caf-dma.fr',
  // the longest that is taken
  `${'a'.repeat(251)}@b.fr`,
])('%s is a valid address', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  '',
  'a',
  'a@b',
  'a@b.c',
  '@b.fr',
  'a@.fr',
  'a b@c.fr',
  'a@b..fr',
  'a@b.fr, c@d.fr',
  'a@b.f1',
  '<a@b.fr>',
  'a@b.fr\n',
  `${'a'.repeat(252)}@b.fr`,
])('«%s» is an invalid address', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  ['a@b.fr', 'a@b.fr'],
  [' a@b.fr', 'a@b.fr'],
  ['\u00a0Marie.Durand@Exemple.FR\r\n', 'marie.durand@exemple.fr'],
  // typed on one system and on another: two code points or one
  ['ZOE\u0301@exemple.fr', 'zo\u00e9@exemple.fr'],
  ['marie+voyage@exemple.fr', 'marie+voyage@exemple.fr'],
  ['', ''],
  // spellings of a domain that mail servers know as one
  ['zoé@société.fr', 'zoé@xn--socit-esab.fr'],
  ['a@SOCIÉTÉ。fr', 'a@xn--socit-esab.fr'],
  ['a@ｅｘｅｍｐｌｅ．fr', 'a@exemple.fr'],
  ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
  // no domain
  ['a@é/b.fr', 'a@é/b.fr'],
  ['a@é b.fr', 'a@é b.fr'],
])('%j is stored as %j', (typed, kept) => {
  expect(normalizeEmail(typed)).toBe(kept);
});

test('the canonical spelling is its own canonical spelling, for every letter', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const kept = normalizeEmail(`${String.fromCharCode(code)}\u0301${String.fromCharCode(code)}`);
    if (normalizeEmail(kept) !== kept) expect.fail(`U+${code.toString(16)}`);
  }
});

test('an address whose domain has no form in ASCII is none', () => {
  expect(readEmail(' Zoé@Société.fr')).toBe('zoé@xn--socit-esab.fr');
  expect(readEmail('a@почта.рф')).toBe('a@xn--80a1acny.xn--p1ai');
  for (const typed of [
    'victim@gmail.com\\é.fr',
    'a@b@é.fr',
    'a@x.fr%2eé.com',
    'a@é%b.fr',
    'a@xn--é.fr',
    'a@é／b.fr',
    'a@é。fr。',
    'a',
    '',
  ])
    expect(readEmail(typed)).toBeNull();
});

test('an address contains no invisible characters: controls, zero-width marks, direction marks, blank letters', () => {
  const unseen = [
    '\u0000',
    '\u0007',
    '\u007f',
    '\u0085',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u1160',
    '\u17b4',
    '\u180e',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2060',
    '\u2064',
    '\u2066',
    '\u2069',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff9',
    '\ud800',
    '\u{e0001}',
    '\u{e0020}',
  ];
  for (const mark of unseen) {
    for (const text of [`ma${mark}rie@exemple.fr`, `marie@exem${mark}ple.fr`, `marie@exemple.f${mark}r`]) {
      expect(isEmail(text), JSON.stringify(text)).toBe(false);
      expect(readEmail(text), JSON.stringify(text)).toBeNull();
    }
  }
  for (const text of ['marié@exemple.fr', 'marie@exämple.fr', 'мария@пример.рф'])
    expect(isEmail(text)).toBe(true);
});
