import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { draftOf } from '#domain/validation/draft.ts';
import { actOf, COMMAND_LINE, requireVerified } from './actor.ts';
import { checkDraft } from './check-draft.ts';
import { refuseConflicts } from './conflicts.ts';
import { HttpError } from './http-error.ts';
import { listedFor } from './listed-for.ts';
import type { Session } from './session.ts';

const at = new Date('2026-11-21T08:00:00Z');
const before = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const aSession = (session: Partial<Session>) =>
  ({ user: { id: 7 }, company: null, scopes: [], verifiedAt: at, ...session }) as unknown as Session;

test('an act is of who confirmed its identity within ten minutes, or of the command line', () => {
  const acts = [10, 11].map((minutes) => actOf(aSession({ verifiedAt: before(minutes) }), at));
  expect(acts).toEqual(
    [true, false].map((isVerified) => ({ at, by: { userId: 7, scopes: [], isVerified } })),
  );
  expect(() => requireVerified(COMMAND_LINE)).not.toThrow();
  expect(() => requireVerified({ isVerified: true })).not.toThrow();
  expect(() => requireVerified({ isVerified: false })).toThrow(
    expect.objectContaining({ status: 403, code: 'verify_again' }),
  );
});

test.each([
  [['orders.list.all'], null, null],
  [['orders.list.all'], 3, null],
  [['orders.list.all', 'orders.list.me'], 3, 3],
  [['orders.list.all', 'orders.list.me'], null, null],
  [['orders.list.me'], 3, 3],
  [['orders.list.me'], null, 0],
  [['clients.list.all'], 3, 0],
  [[], 3, 0],
])('with %j a user of the company %s lists the orders of %s', (scopes, id, company) => {
  const session = aSession({ scopes, company: id === null ? null : ({ id } as Session['company']) });
  expect(listedFor(session, 'orders')).toBe(company);
});

test('a draft is checked whole, and its first error refuses it', () => {
  const draft = draftOf(Type.Object({ name: Type.String(), role: Type.String() }), {
    role: (role) => (role === '' ? { code: 'no_role', message: 'Un rôle.' } : undefined),
  });
  expect(checkDraft(draft, { name: '', role: 'a' })).toEqual({ name: '', role: 'a' });
  expect(() => checkDraft(draft, { name: '', role: '' })).toThrow(
    expect.objectContaining({ status: 400, code: 'no_role', message: 'Un rôle.' }),
  );
});

test('a violated constraint is the refusal of its name, and any other error stays', async () => {
  const refusal = new HttpError(409, 'taken', 'Pris.');
  const fail = (error: unknown) =>
    refuseConflicts({ one_name: () => refusal }, () => Promise.reject(error)).catch((thrown) => thrown);
  const violation = (code: string, constraint?: string) =>
    Object.assign(new Error('no'), { code, constraint });
  expect(await fail(violation('23505', 'one_name'))).toBe(refusal);
  for (const other of [
    violation('23505', 'another'),
    violation('23505'),
    violation('22003', 'one_name'),
    Object.assign(new Error('no'), { constraint: 'one_name' }),
    'no error',
  ]) {
    expect(await fail(other)).toBe(other);
  }
  expect(await refuseConflicts({}, async () => 1)).toBe(1);
});
