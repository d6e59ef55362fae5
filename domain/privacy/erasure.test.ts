import { expect, test } from 'vitest';
import { describeErased, describeRemaining, isErasureEmpty } from './erasure.ts';

const NOTHING = {
  leads: 0,
  subscriptions: 0,
  mails: 0,
  accounts: 0,
  entries: 0,
  failedLogins: 0,
  securityEvents: 0,
  travellers: 0,
};
const remaining = { accounts: 0, companies: [] };

test('an erasure is empty if no row of any kind was erased', () => {
  expect(isErasureEmpty({ erased: NOTHING, remaining, files: 0 })).toBe(true);
  for (const kind of Object.keys(NOTHING)) {
    expect(isErasureEmpty({ erased: { ...NOTHING, [kind]: 1 }, remaining, files: 0 }), kind).toBe(false);
  }
});

test('each count has a sentence of its own', () => {
  const counts = Object.keys(NOTHING).map((kind, i) => [kind, i + 1]);
  const described = describeErased({ erased: Object.fromEntries(counts), remaining, files: 9 });
  expect(described.map(([, count]) => count).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(new Set(described.map(([what]) => what)).size).toBe(9);
  for (const [what] of described) expect(what).toMatch(/ effacé/);
  expect(described).toContainEqual(['fichiers d’e-mails effacés', 9]);
});

test('the contact of a company and an open account remain', () => {
  expect(describeRemaining(remaining)).toEqual([]);
  expect(describeRemaining({ accounts: 0, companies: ['Quais', 'Opéra'] })).toEqual([
    expect.stringContaining('« Quais »'),
    expect.stringContaining('« Opéra »'),
  ]);
  expect(describeRemaining({ accounts: 1, companies: ['Quais'] })).toEqual([
    expect.stringContaining('« Quais »'),
    expect.stringMatching(/^Un compte du back-office/),
  ]);
});
