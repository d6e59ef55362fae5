import { expect, test } from 'vitest';
import { type NotifiedEvent, notifiedParties } from './notified-parties.ts';

test.each<[NotifiedEvent['kind'], NotifiedEvent['actor'], boolean, string]>([
  ['requested', 'traveller', false, 'traveller bureau'],
  ['accepted', 'bureau', true, 'traveller'],
  ['accepted', 'bureau', false, ''],
  ['declined', 'bureau', true, 'traveller'],
  ['lapsed', 'clock', false, 'traveller'],
  ['ready', 'bureau', true, 'traveller'],
  ['moved', 'bureau', true, 'traveller'],
  ['moved', 'traveller', false, 'traveller bureau'],
  ['cancelled', 'bureau', true, 'traveller'],
  ['cancelled', 'traveller', false, 'traveller bureau'],
  ['no_show', 'bureau', true, 'traveller'],
  ['no_show', 'clock', false, 'traveller'],
  ['collected', 'bureau', true, 'traveller'],
  ['requested', 'clock', false, 'traveller bureau'],
  ['accepted', 'clock', false, 'traveller bureau'],
  ['ready', 'clock', false, 'traveller bureau'],
  ['moved', 'clock', false, 'traveller'],
])('%s by the %s, by a person: %s: notifies %s', (kind, actor, byPerson, told) => {
  expect(notifiedParties({ kind, actor, byPerson }).join(' ')).toBe(told);
});
