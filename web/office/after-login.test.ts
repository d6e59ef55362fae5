import { expect, test } from 'vitest';
import { addressAfterLogin, rememberForLogin } from './after-login.ts';

const turnAwayFrom = (address: string) => rememberForLogin(new URL(address, 'https://office.parite.example'));

test('a login leads once to the link of a new address, with its token, and else to the rates', () => {
  expect(addressAfterLogin()).toBe('/fixings');
  turnAwayFrom('/profil/adresse?token=7.abc');
  expect(addressAfterLogin()).toBe('/profil/adresse?token=7.abc');
  expect(addressAfterLogin()).toBe('/fixings');
});

test('another page that requires a login replaces the link, and no other address is followed', () => {
  turnAwayFrom('/profil/adresse?token=7.abc');
  turnAwayFrom('/sittings');
  expect(addressAfterLogin()).toBe('/fixings');
  for (const address of [
    '//evil.example/profil/adresse/x',
    'https://evil.example/',
    '/login?to=//evil.example',
  ]) {
    turnAwayFrom(address);
    expect(addressAfterLogin()).toBe('/fixings');
  }
  // whatever its host, what is kept is a path of this office
  turnAwayFrom('https://evil.example/profil/adresse?token=1');
  expect(addressAfterLogin()).toBe('/profil/adresse?token=1');
});
