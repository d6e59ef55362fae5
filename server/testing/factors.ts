import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Authenticator } from './authenticator.ts';
import type { Browser } from './office.ts';

/** The code that an application shows at a moment. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

/** Gives the account of a browser an application of codes. */
export async function addTotp(
  browser: Browser,
  at: Date,
): Promise<{ secret: string; recoveryCodes: string[] | null }> {
  const { secret, sealed } = (await browser.get('/api/iam/factors/totp')).json();
  const added = await browser.post('/api/iam/factors/totp', { sealed, code: codeOf(secret, at) });
  expect(added.json()).toHaveProperty('recovery_codes');
  return { secret, recoveryCodes: added.json().recovery_codes };
}

/** Gives the account of a browser a passkey. */
export async function addPasskey(
  browser: Browser,
  key: Authenticator,
  name = 'Clé de test',
): Promise<string[] | null> {
  const { options } = (await browser.get('/api/iam/factors/passkey')).json();
  const added = await browser.post('/api/iam/factors/passkey', { name, passkey: key.make(options) });
  expect(added.json()).toHaveProperty('recovery_codes');
  return added.json().recovery_codes;
}
