import { expect, test } from 'vitest';
import { restorableSince } from './removed-factor.ts';

test('a removed factor can be restored for three days', () => {
  const at = new Date('2026-11-21T10:00:00.000Z');
  expect(restorableSince(at)).toEqual(new Date('2026-11-18T10:00:00.000Z'));
});
