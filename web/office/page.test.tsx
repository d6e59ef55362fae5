import { expect, test } from 'vitest';
import { agentScopes, bookingScopes } from '#domain/iam/presets.ts';
import { aUser } from '#domain/testing/users.ts';
import { addresses } from './addresses.ts';
import { listPages } from './page.tsx';
import { administration, maySee, sections } from './sections.ts';

// the router asks for its first page as soon as it is made
import './routes.tsx';

const withScopes = (scopes: readonly string[]) => aUser({ allowed_scope: [...scopes] });
const pathsOf = (scopes: readonly string[]) => listPages(withScopes(scopes)).map(({ path }) => path);

test('all pages that need no id are listed for who may do all, each by a title of its own', () => {
  const fixed = Object.values(addresses).filter(
    (address): address is string => typeof address === 'string' && !address.includes('?'),
  );
  const expected = [...fixed, ...[...sections, administration].map(({ path }) => path)];
  // a mail leads there
  const others = new Set(expected.filter((path) => path !== addresses.confirmMail));
  expect(pathsOf(['**'])).toEqual(expect.arrayContaining([...others]));
  const titles = listPages(withScopes(['**'])).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).toEqual(expect.arrayContaining(['Stocks', 'Bureaux', 'Utilisateurs sans bureau']));
});

test.each<[string, readonly string[]]>([
  ['an agent', agentScopes],
  ['an agent who takes reservations', [...agentScopes, ...bookingScopes]],
  ['a reader of companies', ['sittings.list.all']],
  ['nobody', []],
])('%s finds each own section, and no page of another', (_, scopes) => {
  const user = withScopes(scopes);
  const paths = pathsOf(scopes);
  for (const section of [...sections, administration]) {
    expect(paths.includes(section.path), section.path).toBe(maySee(user, section));
    const within = paths.filter((path) => path.startsWith(`${section.path}/`));
    if (!maySee(user, section)) expect(within).toEqual([]);
  }
  expect(paths.includes(addresses.stocks)).toBe(scopes.includes('orders.edit.me'));
  expect(paths).toContain(addresses.profile);
});
