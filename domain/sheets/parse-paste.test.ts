import { expect, test } from 'vitest';
import { parsePaste } from './parse-paste.ts';

test.each([
  ['1,17', { purchase: '1.17' }],
  ['1.234,56', { purchase: '1234.56' }],
  ['17\u202f250,5', { purchase: '17250.5' }],
  ['$ 1,17', { purchase: '1.17' }],
  ['1,17 USD', { purchase: '1.17' }],
  ['1,1750\t1,1050\r\n', { purchase: '1.175', sale: '1.105' }],
  ['\t1,1050', { sale: '1.105' }],
  ['1,1750\t', { purchase: '1.175' }],
  ['', {}],
])('%j pasted into achat fills %j', (text, draft) => {
  expect(parsePaste(text, 'purchase', ['USD', 'EUR'])).toEqual({ outcome: 'read', draft });
});

test('two cells are achat and vente, even when they are pasted into vente', () => {
  expect(parsePaste('1,18\t1,1', 'sale')).toEqual({
    outcome: 'read',
    draft: { purchase: '1.18', sale: '1.1' },
  });
});

test.each([
  ['abc', /pas un nombre/],
  ['1e3', /pas un nombre/],
  ['1,17 GBP', /autre devise/],
  ['£ 1,17', /autre devise/],
  ['1,17\t1,10 £', /autre devise/],
  ['-1,17', /positif/],
  ['0', /montant positif/],
  ['10 000 000', /inférieur à 10 000 000/],
  ['1,123456789', /Huit chiffres/],
  ['1\t2\t3', /plusieurs nombres/],
  ['1,17\n1,10', /plusieurs nombres/],
  ['1,17\tabc', /pas un nombre/],
])('%j is refused entirely, with a reason', (text, sentence) => {
  expect(parsePaste(text, 'sale', ['USD', 'EUR'])).toEqual({
    outcome: 'refused',
    sentence: expect.stringMatching(sentence),
  });
});
