import { expect, test } from 'vitest';
import { codeOf } from '../../testing/factors.ts';
import { acceptTotp, offerTotp } from './totp.ts';

const SECRET = 'of-this-test-alone';
const at = new Date('2026-11-21T08:00:00Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
const offer = offerTotp(SECRET, { userId: 7, mail: 'agent@parite.example', at });
const accept = (change: Partial<Parameters<typeof acceptTotp>[1]> = {}, secret = SECRET) => {
  const code = codeOf(offer.secret, change.at ?? at);
  return acceptTotp(secret, { userId: 7, sealed: offer.sealed, code, at, ...change });
};

test('an offer is what an application of codes reads', () => {
  const uri = new URL(offer.uri);
  expect(uri.protocol + uri.host).toBe('otpauth:totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Parité:agent@parite.example');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Parité',
    secret: offer.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(offer.secret).toMatch(/^[A-Z2-7]{32}$/);
});

test('its code is accepted once it is shown, 30 seconds before and after, and for a quarter of an hour', () => {
  const step = at.getTime() / 30_000;
  expect(accept()).toEqual({ sealed: expect.any(Buffer), step });
  for (const shift of [-1, 1]) {
    const code = codeOf(offer.secret, later(30 * shift));
    expect(accept({ code })).toMatchObject({ step: step + shift });
  }
  for (const seconds of [-60, 60])
    expect(accept({ code: codeOf(offer.secret, later(seconds)) })).toBe('wrong_code');
  expect(accept({ at: later(900) })).toMatchObject({ step: step + 30 });
  expect(accept({ at: new Date(later(900).getTime() + 1) })).toBe('too_late');
});

test('an offer of another user, of another secret or altered is none', () => {
  for (const refused of [
    accept({ userId: 8 }),
    accept({}, 'another'),
    accept({ sealed: '' }),
    accept({ sealed: offer.sealed.slice(4) }),
  ])
    expect(refused).toBe('too_late');
});
