import { expect, test } from 'vitest';
import { validateDraft } from '../validation/draft.ts';
import { noteDraft } from './client.ts';

const codeOf = (note: string) => validateDraft(noteDraft, { note }).note?.code;

test.each([
  ...['20AK04567', '20 AK 04567', 'passeport 20ak04567.', 'D2H6862M2', 'CNI:D2H6862M2', '880692310285'],
  ...['8806 9231 0285', '4970 1012 3456 7890', '4970-1012-3456-7890', '12345678', '123.456.789'],
  ...['né le 2026-11-20, 20AK04567', '06 01 02 03 04 / D2H6862M2', '06 01 02 03 04 05 06'],
])('a note with a document number is refused: “%s”', (note) => {
  expect(codeOf(note)).toBe('identity_in_note');
});

test.each([
  ...[
    '',
    'Préfère les petites coupures',
    '06 01 02 03 04',
    '0601020304',
    '06.01.02.03.04',
    '+33 6 01 02 03 04',
  ],
  ...['Rappeler au +33601020304.', '0033 6 01 02 03 04', '+596 596 12 34 56', '+33 (0)6 01 02 03 04'],
  ...[
    '2026-11-20',
    '20/11/2026',
    '20.11.2026',
    'vient le 20-11-2026 vers 10h30-11h30',
    '12 500 €',
    'vol AF1234',
  ],
  ...['le 20/11/2026, au 06 01 02 03 04', 'anticonstitutionnellement', '1234567'],
])('words, days and telephone numbers are accepted: “%s”', (note) => {
  expect(codeOf(note)).toBeUndefined();
});
