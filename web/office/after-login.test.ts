import { expect, test } from 'vitest';
import { keepForLogin, takeAfterLogin } from './after-login.ts';

const turnAwayFrom = (address: string) => keepForLogin(new URL(address, 'https://office.parite.example'));

test('a login leads once to the link of a new address, with its token, and else to the rates', () => {
  expect(takeAfterLogin()).toBe('/fixings');
  turnAwayFrom('/profil/adresse?token=7.abc');
  expect(takeAfterLogin()).toBe('/profil/adresse?token=7.abc');
  expect(takeAfterLogin()).toBe('/fixings');
});

test('another page that asks for a login takes its place, and no other address is gone to', () => {
  turnAwayFrom('/profil/adresse?token=7.abc');
  turnAwayFrom('/sittings');
  expect(takeAfterLogin()).toBe('/fixings');
  for (const address of [
    '//evil.example/profil/adresse/x',
    'https://evil.example/',
    '/login?to=//evil.example',
  ]) {
    turnAwayFrom(address);
    expect(takeAfterLogin()).toBe('/fixings');
  }
  // whatever its host, what is kept is a path of this office
  turnAwayFrom('https://evil.example/profil/adresse?token=1');
  expect(takeAfterLogin()).toBe('/profil/adresse?token=1');
});
