import fc from 'fast-check';
import { aBranchDraft } from '#domain/testing/branches.ts';
import type { Known } from '../arbitraries.ts';
import { mailOf, PASSWORD } from '../office.ts';
import { type FuzzWorld, NOW, TRAVELLER } from './world.ts';

const one = fc.constantFrom;
// texts of a pattern, each of which takes milliseconds to make
export const anySite = fc.stringMatching(/^https:\/\/[a-z]{6,12}\.example\/$/);
export const anyMail = fc.stringMatching(/^[a-z]{6,12}@parite\.example$/);
export const anyName = fc.stringMatching(/^[A-Z][a-z]{5,12}$/);

/** Values by the name of their field, some of which a call lets through. */
export function fieldValues({ secrets }: FuzzWorld): Known {
  return {
    code: one('USD', 'GBP', 'MAD', secrets.totpCode),
    currency: one('USD', 'EUR', 'EUR', 'MAD'),
    currencies: one(['USD'], ['USD', 'MAD']),
    base: one('EUR'),
    amount: one(500, 0.01),
    purchase: one(1.17, null),
    sale: one(1.105, ''),
    updated_at: one(undefined, undefined, null, NOW.toISOString()),
    batch_id: one(999_999),
    branch: one(undefined, undefined, undefined, 7),
    until: one(undefined, '2026-11-22T07:00:00Z', 'midnight', 'given_back'),
    site: fc.oneof(one('https://bureau-0.example'), anySite),
    email: one(TRAVELLER, ''),
    mail: anyMail,
    username: one(mailOf('agent'), mailOf('nouveau'), 'personne@parite.example'),
    present: one(PASSWORD),
    password: one(PASSWORD, 'quatre girafes au marché'),
    phone: one('01 99 00 00 00', ''),
    fees: one('4 € par opération', 'Sans frais'),
    name: anyName,
    company: one('Quais', '1'),
    company_id: one(1, 2, null),
    scopes: one([], ['fixings.list.me']),
    id: one(1, 2, 3, 6, 7, '1', 'currency-USD', 'company-1', 'commission-ou-marge'),
    before: one(1, 10),
    page: one(1, 2),
    branches: anyName.map((name) => [aBranchDraft({ name })]),
    from: one('2026-11-21T00:00:00Z', '2026-11-30T23:59:60Z'),
    to: one('2026-11-21T00:00:00Z', '2026-11-30T23:59:60Z'),
    pickup_at: one('2026-11-21T12:00:00.000Z', '2026-11-30T23:59:60Z'),
    state: one('open', 'accepted'),
    token: one(secrets.passwordLink, secrets.confirmation, secrets.unsubscription, secrets.mailChange),
    sealed: one(secrets.sealedTotp),
    'passkey{}': one(secrets.addedPasskey, secrets.passkeyAnswer),
  };
}
