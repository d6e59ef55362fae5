import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowed, isAnyAllowed } from './scopes.ts';

describe('scope matching (spec 6)', () => {
  test.each<[requested: string, granted: string, allowed: boolean]>([
    ['fixings.list.me', 'fixings.list.me', true],
    ['fixings.list.me', 'fixings.list.all', false],
    ['fixings.list.me', 'fixings.*.me', true],
    ['fixings.list.me', 'fixings.*', false],
    ['fixings.list.me', 'fixings.**', true],
    ['fixings.list.me', '**', true],
    ['fixings', 'fixings.**', false],
    ['fixings.list', 'fixings.list.me', false],
    ['fixings.list.me', 'fixings.list', false],
    ['fixings.list.me', 'orders.list.me,fixings.list.me', true],
    ['fixings.list.me,orders.list.me', 'fixings.list.me', false],
    ['fixings.list.me,orders.list.me', 'orders.list.me, fixings.list.me', true],
    ['iam.users.list.all', 'iam.*.list.all', true],
    ['', '**', false],
    ['', '', false],
    ['fixings..me', 'fixings.*.me', false],
    ['fixings..me', '**', false],
    ['fixings.list.me', '', false],
    ['fixings.list.me', '.**', false],
    ['fixings.list.', 'fixings.**', false],
    ['Fixings.list.me', 'fixings.list.me', false],
    [' fixings.list.me , orders.list.me', 'fixings.list.me,orders.list.me', true],
  ])('%s requested with %s granted: %s', (requested, granted, allowed) => {
    expect(isAllowed(requested, granted)).toBe(allowed);
  });

  test('any of several scopes is satisfied by one of them, not by none', () => {
    expect(isAnyAllowed(['fixings.list.me', 'fixings.list.all'], 'fixings.list.all')).toBe(true);
    expect(isAnyAllowed(['fixings.list.me', 'fixings.list.all'], 'orders.list.me')).toBe(false);
    expect(isAnyAllowed([], '**')).toBe(false);
  });

  const segment = fc.stringMatching(/^[a-z]{1,4}$/);
  const scope = fc.array(segment, { minLength: 1, maxLength: 4 });

  test('a scope is satisfied by itself, by each wildcard over it, and by the full right', () => {
    fc.assert(
      fc.property(scope, fc.nat(), (segments, n) => {
        const asked = segments.join('.');
        const at = n % segments.length;
        expect(isAllowed(asked, asked)).toBe(true);
        expect(isAllowed(asked, segments.with(at, '*').join('.'))).toBe(true);
        expect(isAllowed(asked, [...segments.slice(0, at), '**'].join('.'))).toBe(true);
      }),
    );
  });

  test('an empty segment never matches', () => {
    fc.assert(
      fc.property(scope, fc.nat(), (segments, n) => {
        const holed = segments.with(n % segments.length, '').join('.');
        expect(isAllowed(holed, '**')).toBe(false);
        expect(isAllowed(holed, holed)).toBe(false);
        expect(isAllowed(segments.join('.'), holed)).toBe(false);
      }),
    );
  });

  test('every requested scope must be granted; more grants never reduce access', () => {
    fc.assert(
      fc.property(
        fc.array(scope, { minLength: 1, maxLength: 3 }),
        fc.array(scope, { maxLength: 3 }),
        (ask, have) => {
          const asked = ask.map((s) => s.join('.'));
          const granted = have.map((s) => s.join('.'));
          expect(isAllowed(asked.join(','), granted.join(','))).toBe(asked.every((s) => granted.includes(s)));
          expect(isAllowed(asked.join(','), [...granted, ...asked].join(','))).toBe(true);
          expect(isAnyAllowed(asked, granted.join(','))).toBe(asked.some((s) => granted.includes(s)));
        },
      ),
    );
  });
});
