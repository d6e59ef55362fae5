import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { administersUsers, mayAdminister, mayGrant, mayReadPasswordLink, roleOf } from './grants.ts';
import { isAllowed } from './scopes.ts';

const admin = ['fixings.list.all', 'iam.*.list.all', 'iam.users.edit.all', 'identity.photo'];

describe('grants of scopes', () => {
  test.each<[scope: string, held: string[], may: boolean]>([
    ['fixings.list.me', [], true],
    ['identity.photo', [], true],
    ['fixings.list.all', admin, true],
    ['fixings.list.all', ['fixings.list.me'], false],
    ['fixings.list.*', admin, false],
    ['fixings.list.*', ['fixings.*.*'], true],
    ['fixings.list.*', ['fixings.**'], true],
    ['fixings.**', ['fixings.*.*'], false],
    ['fixings.**', ['fixings.**'], true],
    ['fixings.*.me', admin, false],
    ['**.me', admin, false],
    ['iam.*.list.all', admin, true],
    ['iam.users.list.all', admin, true],
    ['iam.*.*.all', admin, false],
    ['iam.**', admin, false],
    ['**', admin, false],
    ['**', ['*.*.*'], false],
    ['**', ['**'], true],
    ['*', ['**'], true],
    ['fixings', ['fixings.**'], false],
    // a comma makes two scopes of one
    ['fixings.list.me,fixings.list.all', ['**'], false],
    ['fixings.list.all,fixings.list.me', ['**'], false],
    [' fixings.list.me', [], false],
    ['fixings..me', [], false],
    ['.me', [], false],
    ['', ['**'], false],
  ])('%s granted with %j: %s', (scope, held, may) => {
    expect(mayGrant(held, scope)).toBe(may);
  });

  const segment = fc.constantFrom('a', 'b', 'me', 'all', '*', '**');
  const scope = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('.'));
  const request = fc
    .array(fc.constantFrom('a', 'b', 'me', 'all'), { minLength: 1, maxLength: 5 })
    .map((segments) => segments.join('.'));

  test('a scope that the granter lacks grants access to one’s own data only', () => {
    fc.assert(
      fc.property(fc.array(scope, { maxLength: 4 }), scope, request, (held, granted, asked) => {
        fc.pre(mayGrant(held, granted) && isAllowed(asked, granted) && !asked.endsWith('.me'));
        expect(isAllowed(asked, held.join(','))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('full access may change any user, and fewer scopes never allow more', () => {
    fc.assert(
      fc.property(fc.array(scope), fc.array(scope), fc.array(scope), (held, more, scopes) => {
        expect(mayAdminister(['**'], scopes)).toBe(true);
        if (mayAdminister(held, scopes)) expect(mayAdminister([...held, ...more], scopes)).toBe(true);
      }),
    );
  });
});

test.each<[string[], string]>([
  [[], 'agent'],
  [['fixings.list.me', 'identity.photo'], 'agent'],
  [['fixings.list.me', 'fixings.list.all'], 'administrateur'],
  [['fixings.*.me'], 'administrateur'],
  [['**'], 'root'],
  [['fixings.list.me', '**'], 'root'],
])('%j makes a %s', (scopes, role) => {
  expect(roleOf(scopes)).toBe(role);
});

test('administration of users', () => {
  expect(administersUsers(['fixings.list.me', 'iam.users.edit.all'])).toBe(true);
  expect(administersUsers(['**'])).toBe(true);
  expect(administersUsers(['iam.*.list.all'])).toBe(false);
  expect(administersUsers([])).toBe(false);
});

test.each<[held: string[], scopes: string[], may: boolean]>([
  [['**'], ['**'], true],
  [['iam.users.edit.all'], ['fixings.list.me'], true],
  [['iam.users.edit.all'], [], true],
  // scopes of an agent concern its own company, which whoever may only list all cannot edit
  [['sittings.list.all'], ['fixings.list.me'], false],
  [['sittings.list.all', 'iam.*.list.all', 'companies.edit.all'], [], false],
  [['iam.users.edit.all'], ['fixings.list.all'], false],
  [['iam.users.edit.all', 'fixings.list.all'], ['fixings.list.all'], true],
])('%j may read the password link of %j: %s', (held, scopes, may) => {
  expect(mayReadPasswordLink(held, scopes)).toBe(may);
});
