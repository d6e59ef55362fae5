import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, enter, mailOf } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';

const EMAIL = 'zoe@exemple.fr';
let office: OpenOffice;
let root: Browser;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  office = await openOffice({ PORT: '3000' }, () => clock);
  root = await enter(office.app, 'root');
  await office.db
    .insertInto('subscriptions')
    .values({ at: clock, email: EMAIL, type: 'newsletter', confirmed_at: clock })
    .execute();
});
afterAll(() => office.close());

const ask = async (who: Browser, act: 'export' | 'erase', email = EMAIL) => {
  const answer = await who.post(`/api/privacy/${act}`, { email });
  return [answer.statusCode, answer.json()];
};
const subscribers = async () =>
  (await office.db.selectFrom('subscriptions').select('email').execute()).map(({ email }) => email);

test('nobody without the right reads or erases a person, nor anybody who has not proved who they are', async () => {
  for (const name of ['agent', 'admin'] as const) {
    const who = await enter(office.app, name);
    for (const act of ['export', 'erase'] as const) {
      expect(await ask(who, act)).toMatchObject([403, { code: 'forbidden' }]);
    }
  }
  const before = clock;
  clock = new Date(clock.getTime() + 11 * 60_000);
  expect(await ask(root, 'export')).toMatchObject([403, { code: 'verify_again' }]);
  expect(await ask(root, 'erase')).toMatchObject([403, { code: 'verify_again' }]);
  clock = before;
  expect(await subscribers()).toEqual([EMAIL]);
});

test('what is kept of an address is given, then erased; the journal says that, and not whose', async () => {
  expect(await ask(root, 'export', 'zoe')).toMatchObject([400, { code: 'invalid_email' }]);
  expect(await ask(root, 'export', 'Zoe@Exemple.fr')).toMatchObject([
    200,
    { email: EMAIL, subscriptions: [{ email: EMAIL }], leads: [] },
  ]);
  expect(await ask(root, 'erase')).toMatchObject([200, { erased: { subscriptions: 1, leads: 0 }, files: 0 }]);
  expect(await subscribers()).toEqual([]);
  // staff stays until suspended
  expect(await ask(root, 'erase', mailOf('agent'))).toMatchObject([
    200,
    { erased: { accounts: 0 }, remaining: { accounts: 1 } },
  ]);
  const acts = await office.db.selectFrom('audit_entries').select(['action', 'user_id', 'changes']).execute();
  const by = { user_id: office.users.root, changes: {} };
  expect(acts).toEqual([
    { action: 'privacy.exported', ...by },
    { action: 'privacy.erased', ...by },
    { action: 'privacy.erased', ...by },
  ]);
});
