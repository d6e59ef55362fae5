import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newsletterToken } from '../features/audience/newsletter-tokens.ts';
import { tokenOf } from '../features/passwords/password-links.ts';
import { type AccountName, Browser, enter, mailOf, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const OTHER_SECRET = 'of-another-server-and-of-nothing-else-0123';
const NEW = 'quatre girafes au marché';
const DAY = 24 * 60 * 60_000;

let office: OpenOffice;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
});
beforeEach(async () => {
  clock = new Date('2026-11-21T08:00:00.123Z');
  await office.db.deleteFrom('password_links').execute();
  await office.db.deleteFrom('login_failures').execute();
  await office.db.updateTable('users').set({ suspended_at: null }).execute();
});
afterAll(() => office.close());

async function linkOf(name: AccountName) {
  return office.db
    .insertInto('password_links')
    .values({ user_id: office.users[name], created_at: clock })
    .returning(['id', 'user_id as userId', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
}
const set = async (token: string, password = NEW) =>
  (await new Browser(office.app).post('/api/iam/users/new-password', { token, password })).statusCode;
const hashOf = async (name: AccountName) =>
  (
    await office.db
      .selectFrom('users')
      .where('id', '=', office.users[name])
      .select('password_hash')
      .executeTakeFirstOrThrow()
  ).password_hash;

describe('a password link', () => {
  test('is used once, and what it set stays', async () => {
    const token = tokenOf(SECRET, await linkOf('agent'));
    expect(await set(token)).toBe(200);
    const hash = await hashOf('agent');
    for (const password of [NEW, 'cinq girafes au marché']) expect(await set(token, password)).toBe(410);
    expect(await hashOf('agent')).toBe(hash);
  });

  test('altered anywhere sets nothing', { timeout: 120_000 }, async () => {
    const link = await linkOf('agent');
    const token = tokenOf(SECRET, link);
    const hash = await hashOf('agent');
    const [id = '', mac = ''] = token.split('.');
    const altered = [
      // each letter in turn, by one that differs in a bit that counts at the end of base64url too
      ...[...token].map(
        (letter, at) => token.slice(0, at) + (letter === 'A' ? 'Q' : 'A') + token.slice(at + 1),
      ),
      ` ${token}`,
      `${token} `,
      `${token}=`,
      `+${token}`,
      `${id}.0.${mac}`,
      `${id},${mac}`,
      `${id}.${mac.slice(0, -1)}`,
      `${id}.${mac}A`,
      `${id}e0.${mac}`,
      `${id}.${Buffer.from(mac, 'base64url').toString('hex')}`,
      `0x${id}.${mac}`,
      token.toUpperCase(),
      encodeURIComponent(`${token}\u0000`),
    ];
    const accepted: string[] = [];
    for (const one of altered) if (one !== token && (await set(one)) !== 410) accepted.push(one);
    expect(accepted).toEqual([]);
    expect(await hashOf('agent')).toBe(hash);
    // and the true link still works
    expect(await set(token)).toBe(200);
  });

  test('of one user sets no other’s password', async () => {
    const own = await linkOf('agent');
    const other = await linkOf('root');
    const hash = await hashOf('root');
    const forged = [
      `${other.id}.${tokenOf(SECRET, own).split('.')[1]}`,
      tokenOf(SECRET, { ...own, userId: office.users.root }),
      tokenOf(SECRET, { ...own, id: other.id }),
      tokenOf(OTHER_SECRET, other),
      tokenOf('', other),
    ];
    for (const token of forged) expect(await set(token)).toBe(410);
    expect(await hashOf('root')).toBe(hash);
    const bodies = [
      { token: [tokenOf(SECRET, own)], password: NEW },
      { token: { toString: tokenOf(SECRET, own) }, password: NEW },
      { token: null, password: NEW },
      { token: true, password: NEW },
    ];
    for (const body of bodies) {
      expect((await new Browser(office.app).post('/api/iam/users/new-password', body)).statusCode).toBe(400);
    }
    // whatever else the body says is not read
    const beside = {
      token: tokenOf(SECRET, own),
      password: NEW,
      user_id: office.users.root,
      mail: mailOf('root'),
    };
    expect((await new Browser(office.app).post('/api/iam/users/new-password', beside)).statusCode).toBe(200);
    expect(await hashOf('root')).toBe(hash);
  });

  test('is over when a newer one is there, and after 7 days', async () => {
    const old = await linkOf('agent');
    const newer = await linkOf('agent');
    expect(await set(tokenOf(SECRET, old))).toBe(410);
    clock = new Date(clock.getTime() + 7 * DAY);
    expect(await set(tokenOf(SECRET, newer))).toBe(410);
  });

  test('is over once its owner has changed the password without it', async () => {
    const read = tokenOf(SECRET, await linkOf('idle'));
    const owner = await enter(office.app, 'idle');
    const change = { present: PASSWORD, password: 'cinq zèbres au port de Brest' };
    expect((await owner.post('/api/profile/password', change)).statusCode).toBe(200);
    expect(await set(read)).toBe(410);
    expect((await new Browser(office.app).login('idle', change.password)).statusCode).toBe(200);
  });

  test('of who is suspended sets nothing, and opens nothing', async () => {
    const token = tokenOf(SECRET, await linkOf('loner'));
    const hash = await hashOf('loner');
    await office.db
      .updateTable('users')
      .set({ suspended_at: clock })
      .where('id', '=', office.users.loner)
      .execute();
    expect(await set(token)).toBe(410);
    expect(await hashOf('loner')).toBe(hash);
    expect((await new Browser(office.app).login('loner', NEW)).statusCode).toBe(401);
  });
});

describe('a newsletter link', () => {
  const post = async (what: 'confirm' | 'unsubscribe', token: string) =>
    (
      await office.app.inject({
        method: 'POST',
        url: `/api/public/newsletter/${what}?token=${encodeURIComponent(token)}`,
        headers: { host: 'localhost' },
      })
    ).statusCode;
  const subscribe = (email: string) =>
    office.db
      .insertInto('subscriptions')
      .values({ email, type: 'newsletter', at: clock, consent_text: 'oui' })
      .returning(['id', 'at'])
      .executeTakeFirstOrThrow();
  const rows = () =>
    office.db.selectFrom('subscriptions').select(['email', 'confirmed_at']).orderBy('email').execute();

  test('does what it is for, to the address it was sent to, and nothing altered does', async () => {
    const first = await subscribe('a@exemple.fr');
    const second = await subscribe('b@exemple.fr');
    const before = await rows();
    const confirm = newsletterToken(SECRET, 'confirm', first);
    const unsubscribe = newsletterToken(SECRET, 'unsubscribe', first);
    const [, at = '', mac = ''] = confirm.split('.');
    expect(await post('unsubscribe', confirm)).toBe(404);
    expect(await post('confirm', unsubscribe)).toBe(404);
    for (const what of ['confirm', 'unsubscribe'] as const) {
      for (const token of [
        `${second.id}.${at}.${mac}`,
        `${first.id}.${Number(at) + 1}.${mac}`,
        `${first.id}.${at}.${'A'.repeat(43)}`,
        `${first.id}.${at}.`,
        newsletterToken(OTHER_SECRET, what, first),
        tokenOf(SECRET, { id: first.id, userId: first.id, createdAt: first.at }),
        'x',
        '\u0000',
      ]) {
        expect(await post(what, token), token).toBe(404);
      }
    }
    expect(await rows()).toEqual(before);
    expect(await post('confirm', confirm)).toBe(200);
    expect((await rows()).map(({ confirmed_at }) => confirmed_at !== null)).toEqual([true, false]);
    expect(await post('unsubscribe', unsubscribe)).toBe(200);
    expect((await rows()).map(({ email }) => email)).toEqual(['b@exemple.fr']);
    // replayed, it brings nothing back
    expect([await post('confirm', confirm), await post('unsubscribe', unsubscribe)]).toEqual([410, 200]);
    expect((await rows()).map(({ email }) => email)).toEqual(['b@exemple.fr']);
  });
});
