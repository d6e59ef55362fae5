import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'Société 12 €';
const utf8 = new Uint8Array(Buffer.from(TEXT));
const little = new Uint8Array(Buffer.from(`\uFEFF${TEXT}`, 'utf16le'));
const big = new Uint8Array(Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16());

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8])],
  ['UTF-16, little end first', little],
  ['UTF-16, big end first', big],
  ['Windows-1252', new Uint8Array([...Buffer.from('Société 12 ', 'latin1'), 0x80])],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

test('bytes with a zero, or half a mark, are no UTF-16', () => {
  expect(decodeText(new Uint8Array([65, 0, 66]))).toBeNull();
  expect(decodeText(new Uint8Array([0xff, 65]))).toBe('ÿA');
  expect(decodeText(new Uint8Array([65, 0xfe]))).toBe('Aþ');
  expect(decodeText(new Uint8Array([0xfe, 65]))).toBe('þA');
  expect(decodeText(new Uint8Array([65, 0xff]))).toBe('Aÿ');
});
