import { expect, test } from 'vitest';
import { isEmail } from './email.ts';

test.each([
  'a@b.fr',
  'jean.dupont+voyage@exemple.co.uk',
  "o'neil@example.museum",
  'a@xn--caf-dma.fr',
  // the longest that is taken
  `${'a'.repeat(251)}@b.fr`,
])('%s is one', (text) => {
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
])('«%s» is none', (text) => {
  expect(isEmail(text)).toBe(false);
});
