import { expect, test } from 'vitest';
import { isPlainText } from './plain-text.ts';

test.each([
  '',
  'Maëlys D’Aubigné-Šimić',
  'Change n° 1 « Les Quais »',
  '東京 両替',
  '👩‍💻',
])('«%s» is plain', (text) => {
  expect(isPlainText(text)).toBe(true);
});

test.each([
  'a\u0000b',
  'a\r\nBcc: b@c.example',
  'a\nb',
  'a\tb',
  'a\u0085b',
  'a\u2028b',
  'a\u202eb',
  'a\u2066b',
  'a\u200bb',
  '\ufeffa',
  'a\ud800b',
  '\u007f',
])('%j is not plain', (text) => {
  expect(isPlainText(text)).toBe(false);
});
