import fc, { type Arbitrary } from 'fast-check';
import type { CallName } from '#domain/api.ts';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { aUserDraft } from '#domain/testing/users.ts';
import { FIXED_AT, WANTED } from '../bookings.ts';
import { mailOf, PASSWORD } from '../office.ts';
import { anyMail, anyName, anySite } from './values.ts';
import { FOLLOWED, type FuzzWorld, NOW, referenceOf, TRAVELLER } from './world.ts';

/** Parts of a request that passes; a part that is left out is made of the schema alone. */
export type RightRequest = {
  readonly [part in 'params' | 'query' | 'body']?: Arbitrary<unknown>;
};
type RightRequests = { readonly [name in CallName]?: RightRequest };

const one = fc.constantFrom;
const NEW_PASSWORD = 'quatre girafes au marché';
const SITE = 'https://bureau-0.example';
const PICKUP_AT = '2026-11-21T12:00:00.000Z';
const updated_at = NOW.toISOString();

// True three times in four, since the other way is refused more often.
const mostly = fc.nat(3).map((n) => n > 0);
const body = (part: Arbitrary<unknown>): RightRequest => ({ body: part });
const query = (part: Arbitrary<unknown>): RightRequest => ({ query: part });
const params = (...ids: (string | number)[]): RightRequest => ({ params: one(...ids).map((id) => ({ id })) });
const ids = (...known: number[]) => one(...known).map((id) => ({ id }));
const references = (...known: number[]) => one(...known.map(referenceOf)).map((id) => ({ id }));
const optional = (fields: Record<string, Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
/** Fields, of which those named `maybe` are left out now and then. */
const fields = (always: Record<string, Arbitrary<unknown>>, maybe: Record<string, Arbitrary<unknown>> = {}) =>
  fc.record({ ...always, ...maybe }, { requiredKeys: Object.keys(always) });

const branchDrafts = anyName.chain((name) =>
  fields({
    hours: one('Mo-Fr 09:00-18:00', ''),
    lat: one('45,7'),
    lon: one('4.8'),
  }).map((typed) => aBranchDraft({ name, ...typed })),
);
const companyDrafts = fields({
  name: anyName,
  site: anySite,
  is_partner: fc.boolean(),
}).map((typed) => aCompanyDraft(typed));
const people = fields({ name: anyName, surname: anyName, phone: one('01 99 00 00 00', '') });
const userDrafts = people.chain((typed) =>
  fields({ company_id: one(1, 2, null), scopes: one([], ['fixings.list.me']) }).map((work) =>
    aUserDraft({ ...typed, ...work }),
  ),
);
const usd = { code: 'USD' };
const sales = fc.integer({ min: 1_100, max: 1_110 }).map((thousandths) => thousandths / 1_000);
const margins = sales.map((sale) => [{ ...FOLLOWED, sale_margin: Math.round((sale - 1) * 100) / 10 }]);

const publicCalls: RightRequests = {
  'POST /api/public/offers': body(
    fc
      .tuple(
        one(true, false),
        one('offer', 'wish'),
        fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
        optional({
          near: fields({ lat: one(45.7, 48.85), lon: one(4.8, 2.35) }, { radius_km: one(5, 200) }),
          open_at: one(PICKUP_AT),
          kinds: one(['street'], ['airport', 'station']),
          buys_back: one(true),
        }),
      )
      .map(([isBaseOffered, target, amount, more]) => {
        const [offer, wish] = isBaseOffered ? ['EUR', 'USD'] : ['USD', 'EUR'];
        return { offer: { currency: offer, amount }, wish: { currency: wish, amount }, target, ...more };
      }),
  ),
  'POST /api/public/places/nearest': body(fields({ lat: one(45.7, 48.85), lon: one(4.8, 2.35) })),
  'GET /api/public/places': query(optional({ q: one('Lyon', 'Pa', '69') })),
  'GET /api/public/branches': query(optional({ company: one(SITE) })),
  'POST /api/public/leads': body(
    fields({ email: one(TRAVELLER, ''), site: one(SITE) }, { consent: fc.boolean() }),
  ),
  'POST /api/public/save/email': body(anyMail.map((email) => ({ email, type: 'newsletter' }))),
  'GET /api/public/blog/articles/view/{id}': params('commission-ou-marge'),
  'GET /api/public/bookings': query(
    optional({
      company: one(SITE),
      currency: one('USD'),
      side: one('sale', 'purchase'),
      place: one('69123', 'LYS'),
    }),
  ),
};

const reservationCalls: RightRequests = {
  'GET /api/traveller/reservations/{id}': params(referenceOf(1), referenceOf(3)),
  'GET /api/traveller/reservations/{id}/branches': params(referenceOf(1), referenceOf(3)),
  'GET /api/traveller/reservations/{id}/hours': params(referenceOf(1), referenceOf(3)),
  'POST /api/traveller/reservations': body(
    fields({ amount: one(100, 200), pickup_at: one(PICKUP_AT, '2026-11-21T13:00:00.000Z') }).map((typed) => ({
      ...WANTED,
      branch: 1,
      ...typed,
    })),
  ),
  'POST /api/traveller/reservations/cancel': body(references(1, 3)),
  'POST /api/traveller/reservations/move': body(
    one({ id: referenceOf(1), pickup_at: PICKUP_AT, updated_at }),
  ),
  'POST /api/traveller/code': body(anyMail.map((email) => ({ email }))),
  'POST /api/traveller/me': body(
    fields({ first_name: anyName, phone: one('01 99 00 00 00', ''), keeps_account: fc.boolean() }),
  ),
  'POST /api/traveller/delete': body(one({ email: TRAVELLER })),
  'GET /api/reservations': query(
    optional({
      id: one(referenceOf(1), referenceOf(2)),
      state: one('open', 'accepted', 'ready'),
      from: one('2026-11-21T00:00:00Z'),
      to: one('2026-11-30T23:59:59Z'),
      q: anyName,
      page: one(1, 2),
    }),
  ),
  'GET /api/reservations/{id}/hours': params(referenceOf(1), referenceOf(2)),
  'POST /api/reservations/accept': body(references(1, 6)),
  'POST /api/reservations/decline': body(
    fields({ id: one(referenceOf(1), referenceOf(6)), reason: one('stock', 'rate', 'closed', 'other') }),
  ),
  'POST /api/reservations/ready': body(references(2, 7)),
  'POST /api/reservations/find': body(one({ code: 'ACDEF3' })),
  'POST /api/reservations/undo': body(
    fields({ id: one(referenceOf(8)), reason: one('client', 'returned', 'other') }),
  ),
  'POST /api/reservations/collect': body(one({ code: 'ACDEF3' })),
  'POST /api/reservations/no-show': body(references(3)),
  'POST /api/reservations/cancel': body(
    fields({ id: one(referenceOf(2), referenceOf(3)), reason: one('stock', 'rate', 'closed', 'other') }),
  ),
  'POST /api/reservations/move': body(
    references(1, 2).map((named) => ({ ...named, pickup_at: PICKUP_AT, updated_at })),
  ),
  'POST /api/reservations/redeem': body(
    one(10, 20, 100).map((amount) => ({ id: referenceOf(8), amount, updated_at })),
  ),
  'GET /api/audit': query(
    optional({
      q: anyName,
      action: one('company', 'company.added'),
      from: one('2026-11-01'),
      to: one('2026-11-22'),
      limit: one(1, 500),
      before: fc.integer({ min: 1, max: 1_000 }),
    }),
  ),
  'GET /api/reservations/register': query(fields({ day: one('2026-11-21', '2026-11-22') })),
  'GET /api/reservations/redemptions': query(optional({ id: one(referenceOf(8)), page: one(1, 2) })),
  'POST /api/clients/note': body(anyName.map((note) => ({ company_id: 1, id: 1, note }))),
  'POST /api/reservations/terms': body(
    one(2, 3).map((hold_hours) => ({
      terms: { ...DEFAULT_TERMS, hold_hours },
      updated_at: FIXED_AT.toISOString(),
    })),
  ),
  'GET /api/reservations/stocks': query(optional({ day: one('2026-11-22') })),
  'POST /api/reservations/stocks': body(
    fields({
      day: one(null, '2026-11-22'),
      cells: one(600_000, 1_000_000).map((ready) => [{ branch: null, currency: 'USD', ready }]),
    }),
  ),
};

const pricingCalls: RightRequests = {
  'GET /api/fixings/rates': query(optional({ q: anyName, page: one(1, 2), currency: one('USD') })),
  'GET /api/fixings/logs': query(
    optional({
      currency: one('USD'),
      day: one('2026-11-20', '2026-11-21'),
      origin: one('hand', 'batch'),
      limit: one(1, 500),
      before: one(1, 10),
    }),
  ),
  'GET /api/fixings/authors': query(optional({ company: one(1) })),
  'GET /api/fixings/curve/{code}': {
    params: one({ code: 'USD' }, { code: 'GBP' }),
    query: optional({ days: one(7, 90) }),
  },
  'POST /api/fixings/update': body(
    sales.map((sale) => ({ currency: usd, base: 'EUR', amounts: { sale, purchase: 1.17 } })),
  ),
  'POST /api/fixings/batch': body(
    sales.map((sale) => ({ base: 'EUR', fixings: [{ currency: usd, amounts: { sale } }] })),
  ),
  'POST /api/fixings/batch/take-back': body(one({ batch_id: 999_999 })),
  'GET /api/fixings/batch/last': query(optional({ branch: one(7) })),
  'GET /api/fixings/sheet': query(optional({ branch: one(7) })),
  'POST /api/fixings/sheet': body(
    fields({ currencies: one(['USD'], ['USD', 'MAD']) }, { quote_unit: one('per_base', 'base_per_1') }),
  ),
  'POST /api/fixings/table-form': body(
    one(
      { unit: 'per_base', decimals: 'either', purchase: 1, sale: 2, quantity: null },
      { unit: 'base_per_quantity', decimals: 'comma', purchase: null, sale: 0, quantity: 99 },
    ),
  ),
  'POST /api/fixings/leave': body(
    one(
      { currency: usd, updated_at: FIXED_AT.toISOString(), tells_travellers: true },
      { currency: { code: 'MAD' }, updated_at, branch: 7 },
    ),
  ),
  'POST /api/fixings/suspend': body(
    fields(
      { currency: one(usd) },
      { purchase: fc.boolean(), sale: fc.boolean(), tells_travellers: fc.boolean() },
    ),
  ),
  'POST /api/fixings/confirm': body(one({ currencies: ['USD'] })),
  'POST /api/fixings/review': body(
    fields(
      { company_id: one(1), currency: one({ code: 'GBP' }, { code: 'MAD' }), updated_at: one(updated_at) },
      { branch: one(7) },
    ).chain((held) => fc.boolean().map((accept) => ({ ...held, accept }))),
  ),
  'POST /api/fixings/margins/preview': body(margins.map((rules) => ({ groups: [], rules }))),
  'POST /api/fixings/margins': body(margins.map((rules) => ({ groups: [], rules, updated_at }))),
  'POST /api/fixings/margins/stop': body(
    fields({ currency: one(usd, { code: 'MAD' }), until: one('midnight', 'given_back') }),
  ),
  'POST /api/fixings/margins/resume': body(one({ currency: { code: 'GBP' } }, { currency: { code: 'MAD' } })),
  'POST /api/fixings/board': body(fields({ address: anyName, left_out: one([], ['GBP']) })),
  'GET /api/branches': query(optional({ q: anyName, page: one(1, 2), company: one(1) })),
  'GET /api/branches/{id}': params('1', '2', '7'),
  'POST /api/branches/save': body(branchDrafts),
  'POST /api/branches/import': body(branchDrafts.map((draft) => ({ branches: [draft] }))),
  'POST /api/branches/close': body(
    ids(1, 2, 3, 6).map((named) => ({ ...named, is_closed: true, updated_at })),
  ),
  'POST /api/branches/close-now': body(
    ids(1, 2, 3, 6).chain((named) =>
      fields(
        { is_closed: mostly },
        { until: one('', '23:59'), reason: anyName, tells_travellers: mostly },
      ).map((closing) => ({ ...named, ...closing })),
    ),
  ),
};

const administrationCalls: RightRequests = {
  'GET /api/companies/checklist': query(optional({ company: one(1) })),
  'GET /api/companies/{id}': params('1', '2'),
  'POST /api/companies/add': body(companyDrafts),
  'POST /api/companies/edit': body(
    companyDrafts.chain((draft) => ids(1, 2).map((named) => ({ ...draft, ...named }))),
  ),
  'POST /api/companies/suspend': body(fields({ id: one(1, 2), is_suspended: fc.boolean() })),
  'POST /api/companies/fees': body(
    fields({ id: one(1, 2), fees: one('4 € par opération', '2 % du montant'), charges_fees: fc.boolean() }),
  ),
  'POST /api/companies/second-factor': body(fields({ id: one(1, 2), is_required: fc.boolean() })),
  'POST /api/companies/beta': body(fields({ id: one(1, 2), is_admitted: fc.boolean() })),
  'POST /api/companies/logo': query(ids(1, 2)),
  'GET /api/iam/users': query(optional({ q: anyName, page: one(1, 2), company: one('none', '1', '2') })),
  'POST /api/iam/users/invite': body(
    userDrafts.chain((draft) => anyMail.map((mail) => ({ ...draft, mail }))),
  ),
  'POST /api/privacy/export': body(one({ email: 'zoe@exemple.fr' }, { email: 'personne@exemple.fr' })),
  'POST /api/privacy/erase': body(one({ email: 'personne@exemple.fr' })),
  'POST /api/feeds/rates': body(
    one({
      name: 'taux.json',
      text: JSON.stringify({ date: '2026-11-20', eur: { usd: 1.1285 } }),
    }),
  ),
  'GET /api/objects/{id}': params('currency-USD', 'company-1', 'company-2'),
};

/** Calls whose right requests name users, or carry what one session alone accepts. */
function accountCalls({ secrets, users }: FuzzWorld): RightRequests {
  const others = one(users.agent2, users.admin, users.idle, users.loner);
  const anybody = one(users.agent2, users.admin, users.idle).map(String);
  return {
    'GET /api/iam/users/{id}': { params: anybody.map((id) => ({ id })) },
    'POST /api/iam/users/invite-again': body(ids(users.nouveau)),
    'POST /api/iam/users/show-link': body(ids(users.nouveau)),
    'POST /api/iam/users/edit': body(userDrafts.chain((draft) => others.map((id) => ({ ...draft, id })))),
    'POST /api/iam/users/suspend': body(fields({ id: others, is_suspended: fc.boolean() })),
    'POST /api/iam/users/end-sessions': body(others.map((id) => ({ id }))),
    'POST /api/iam/users/remove-factors': body(ids(users.agent2)),
    'POST /api/public/newsletter/confirm': query(one({ token: secrets.confirmation })),
    'POST /api/public/newsletter/unsubscribe': query(one({ token: secrets.unsubscription })),
    'POST /api/traveller/session': body(one({ email: TRAVELLER, code: secrets.travellerCode })),
    'POST /api/login': body(
      one('agent', 'admin', 'idle').map((name) => ({ username: mailOf(name), password: PASSWORD })),
    ),
    'POST /api/login/second': body(one({ ask: 'proofs' }, { code: secrets.recoveryCode })),
    'POST /api/login/passkey': body(one({ passkey: secrets.passkeyAnswer })),
    'POST /api/login/again': body(one({ password: PASSWORD })),
    'POST /api/iam/users/new-password': body(one({ token: secrets.passwordLink, password: NEW_PASSWORD })),
    'POST /api/iam/users/password-link': body(one({ token: secrets.passwordLink })),
    'POST /api/iam/users/forgotten-password': body(
      one('agent', 'admin').map((name) => ({ username: mailOf(name) })),
    ),
    'POST /api/iam/factors/passkey': body(anyName.map((name) => ({ name, passkey: secrets.addedPasskey }))),
    'POST /api/iam/factors/totp': body(one({ sealed: secrets.sealedTotp, code: secrets.totpCode })),
    'POST /api/iam/factors/remove': body(one({ factor: 'totp' }, { factor: 'passkey', id: 1 })),
    'POST /api/iam/factors/restore': body(one({ token: secrets.removal })),
    'POST /api/iam/factors/recovery-codes': body(one({ replace: true })),
    'POST /api/profile/edit': body(people),
    'POST /api/profile/photo/remove': body(one({ img: '' })),
    'POST /api/profile/mail': body(anyMail.map((mail) => ({ mail }))),
    'POST /api/profile/mail/confirm': body(one({ token: secrets.mailChange })),
    'POST /api/profile/password': body(one({ present: PASSWORD, password: NEW_PASSWORD })),
    'POST /api/profile/sessions/end': body(one({ id: 'others' })),
  };
}

export function rightRequests(world: FuzzWorld): RightRequests {
  return {
    ...publicCalls,
    ...reservationCalls,
    ...pricingCalls,
    ...administrationCalls,
    ...accountCalls(world),
  };
}
