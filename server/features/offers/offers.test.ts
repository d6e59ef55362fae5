import fc from 'fast-check';
import { sql } from 'kysely';
import Schema from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OffersAnswer } from '#domain/offers/offer.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { aCompanyRow } from '../../testing/rows.ts';
import { createSeededDatabase } from '../../testing/seeded.ts';
import { listen, openWire } from '../../testing/wire.ts';

const startedAt = new Date();
let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createSeededDatabase();
  // an amount of 1 hundredth ties nearly all; more than 50 bureaux serve the pair
  await database.db
    .insertInto('companies')
    .values(
      Array.from({ length: 60 }, (_, i) =>
        aCompanyRow({
          name: `Bureau « ${i} » d’essai`,
          logo: `essai-${i}`,
          site: `https://essai-${i}.example`,
        }),
      ),
    )
    .execute();
  await database.db
    .insertInto('fixings')
    .columns(['company_id', 'currency_code', 'sale', 'purchase', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('companies')
        .where('logo', 'like', 'essai-%')
        .select(({ val }) => [
          'id',
          val('USD').as('code'),
          sql<string>`1.1 - id / 10000.0`.as('sale'),
          sql<string>`1.2 + id / 10000.0`.as('purchase'),
          val(new Date(startedAt.getTime() - 60_000)).as('at'),
        ]),
    )
    .execute();
  server = await startTestApp(database.url);
  await server.book.loaded;
});

afterAll(async () => {
  await server.close();
  await database.close();
});

function ask(payload: unknown, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

function pair(offer: string, amount: number, wish: string) {
  return { offer: { currency: offer, amount }, wish: { currency: wish } };
}

/** The figures of contract 2 from the rows, in BigInt: an arithmetic of its own. */
async function expectedOffers(amount: number, code: string, offerIsBase: boolean) {
  const scaled = (text: string) =>
    BigInt(text.replace('.', '')) * 10n ** BigInt(8 - (text.split('.')[1]?.length ?? 0));
  const { rate } = await database.db
    .selectFrom('mid_rates')
    .select('rate')
    .where('currency_code', '=', code)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const mid = scaled(rate);
  const one = 10n ** 8n;
  const cents = BigInt(Math.round(amount * 100));
  const halfAway = (n: bigint, d: bigint) => (n < 0n ? -((-n * 2n + d) / (2n * d)) : (n * 2n + d) / (2n * d));
  const wished = offerIsBase ? halfAway(cents * mid, one) : halfAway(cents * one, mid);
  const rows = await database.db
    .selectFrom('fixings')
    .innerJoin('companies', 'companies.id', 'fixings.company_id')
    .select(['name', 'updated_at', offerIsBase ? 'sale as served' : 'purchase as served'])
    .where('currency_code', '=', code)
    .where('updated_at', '>', sql<Date>`now() - interval '7 days'`)
    .execute();
  const names = new Intl.Collator('fr');
  return rows
    .flatMap(({ name, updated_at, served }) => {
      if (served === null) return [];
      const received = offerIsBase ? (cents * scaled(served)) / one : (cents * one) / scaled(served);
      const costs = offerIsBase ? halfAway(cents * mid - received * one, mid) : wished - received;
      return [
        {
          name,
          isFresh: Date.now() - updated_at.getTime() < 24 * 3_600_000,
          rate: Number(served),
          received: Number(received) / 100,
          wished: Number(wished) / 100,
          costs: Number(costs) / 100,
        },
      ];
    })
    .sort(
      (a, b) =>
        Number(b.isFresh) - Number(a.isFresh) || b.received - a.received || names.compare(a.name, b.name),
    );
}

describe('POST /api/public/offers', () => {
  test.each([
    [500, 'EUR', 'USD'],
    [300, 'USD', 'EUR'],
    [0.01, 'EUR', 'USD'],
    [0.07, 'USD', 'EUR'],
    [10_000_000, 'EUR', 'USD'],
    [9_999_999.99, 'USD', 'EUR'],
    [1234.56, 'EUR', 'JPY'],
    [75_000, 'MGA', 'EUR'],
  ])('%s %s to %s: ranked, priced and counted as in an independent computation', async (amount, offer, wish) => {
    const answer = await ask(pair(offer, amount, wish));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const body = answer.json<OffersAnswer>();
    expect(Schema.Check(OffersAnswer, body)).toBe(true);
    const offerIsBase = offer === 'EUR';
    const expected = await expectedOffers(amount, offerIsBase ? wish : offer, offerIsBase);
    expect(body.total).toBe(expected.length);
    expect(
      body.offers.map((o) => ({
        name: o.company.name,
        isFresh: o.is_fresh,
        rate: o.rate,
        received: o.co_offer.amount,
        wished: o.ct_wish.amount,
        costs: o.costs.amount,
      })),
    ).toEqual(expected.slice(0, 50));
    for (const each of body.offers) {
      expect(each.ct_offer).toEqual({ currency: offer, amount });
      expect([each.ct_wish.currency, each.co_offer.currency, each.costs.currency]).toEqual([
        wish,
        wish,
        'EUR',
      ]);
    }
  });

  test.each([
    ['EUR', 'USD', 300],
    ['USD', 'EUR', 300],
    ['EUR', 'USD', 0.01],
    ['EUR', 'JPY', 1234.56],
  ])('%s for a wished amount of %s %s: every offer hands over exactly that, the least to bring first', async (offer, wish, amount) => {
    const answer = await ask({
      offer: { currency: offer },
      wish: { currency: wish, amount },
      target: 'wish',
    });
    expect(answer.statusCode).toBe(200);
    const { offers, currency_rate } = answer.json<OffersAnswer>();
    expect(offers.length).toBeGreaterThan(5);
    const names = new Intl.Collator('fr');
    const ranked = offers.toSorted(
      (a, b) =>
        Number(b.is_fresh) - Number(a.is_fresh) ||
        a.ct_offer.amount - b.ct_offer.amount ||
        names.compare(a.company.name, b.company.name),
    );
    expect(offers).toEqual(ranked);
    const scaled = (value: number, decimals: number) => BigInt(Math.round(value * 10 ** decimals));
    const cents = scaled(amount, 2);
    const one = 10n ** 8n;
    const halfAway = (n: bigint, d: bigint) =>
      n < 0n ? -((-n * 2n + d) / (2n * d)) : (n * 2n + d) / (2n * d);
    const mid = scaled(currency_rate.rate, 8);
    for (const { rate, ct_offer, ct_wish, co_offer, costs } of offers) {
      const served = scaled(rate, 8);
      const [n, d] = offer === 'EUR' ? [cents * one, served] : [cents * served, one];
      const brought = (n + d - 1n) / d;
      const worth = offer === 'EUR' ? halfAway(brought * mid, one) : halfAway(brought * one, mid);
      const cost = offer === 'EUR' ? halfAway(brought * mid - cents * one, mid) : worth - cents;
      expect(co_offer).toEqual({ currency: wish, amount });
      expect(ct_offer).toEqual({ currency: offer, amount: Number(brought) / 100 });
      expect(ct_wish).toEqual({ currency: wish, amount: Number(worth) / 100 });
      expect(costs).toEqual({ currency: 'EUR', amount: Number(cost) / 100 });
    }
  });

  test('has a limit worth 10,000,000 of the base, in any currency and on either side', async () => {
    const { rate } = await database.db
      .selectFrom('mid_rates')
      .select('rate')
      .where('currency_code', '=', 'IRR')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const [whole = '', fraction = ''] = rate.split('.');
    const most = (1_000_000_000n * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length);
    const cents = most - (most >= 10n ** 15n ? most % 10n : 0n);
    const next = cents + (most >= 10n ** 15n ? 10n : 1n);
    const requests = (amount: number) => [
      pair('IRR', amount, 'EUR'),
      { offer: { currency: 'EUR' }, wish: { currency: 'IRR', amount }, target: 'wish' },
    ];
    for (const request of requests(Number(cents) / 100)) {
      const { offers } = (await ask(request)).json<OffersAnswer>();
      expect(offers.length).toBeGreaterThan(0);
      for (const { ct_offer, ct_wish, co_offer } of offers) {
        for (const { amount } of [ct_offer, ct_wish, co_offer]) {
          expect(String(amount).replace(/\D/g, '').length).toBeLessThan(16);
        }
      }
    }
    for (const request of requests(Number(next) / 100)) {
      const refused = await ask(request);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_amount']);
      expect(refused.json().message).toMatch(/la valeur de €\s10\s000\s000\.$/);
    }
  });

  test('answers any amount with exact numbers of 2 decimals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.boolean(),
        async (cents, offerIsBase) => {
          const amount = cents / 100;
          const answer = await ask(offerIsBase ? pair('EUR', amount, 'USD') : pair('USD', amount, 'EUR'));
          const written = [...answer.body.matchAll(/"amount":([^,}]+)/g)].map(([, text = '']) => text);
          expect(written.length).toBe(200);
          for (const text of written) {
            expect(text).toMatch(/^(-?(0|[1-9]\d*)(\.\d{1,2})?)$/);
            expect(String(Number(text))).toBe(text);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('names the mid rate, its day and its source', async () => {
    const { currency_rate } = (await ask(pair('EUR', 500, 'USD'))).json<OffersAnswer>();
    expect(currency_rate).toEqual({
      rate: 1.13912687,
      at: `${startedAt.toISOString().slice(0, 10)}T00:00:00.000Z`,
      source: 'données de démonstration',
    });
  });

  test('lists a company with one side on that side only', async () => {
    const row = await database.db
      .selectFrom('fixings')
      .innerJoin('companies', 'companies.id', 'fixings.company_id')
      .select(['currency_code', 'name'])
      .where('purchase', 'is', null)
      .executeTakeFirstOrThrow();
    const bought = (await ask(pair('EUR', 500, row.currency_code))).json<OffersAnswer>();
    const sold = (await ask(pair(row.currency_code, 500, 'EUR'))).json<OffersAnswer>();
    expect(bought.offers.map((o) => o.company.name)).toContain(row.name);
    expect(sold.offers.map((o) => o.company.name)).not.toContain(row.name);
  });

  test('recomputes the wished amount, whatever is sent', async () => {
    const sent = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD', amount: 1 } };
    expect((await ask(sent)).json<OffersAnswer>().offers[0]?.ct_wish.amount).toBe(569.56);
  });

  test.each<[name: string, payload: unknown, status: number, code: string]>([
    ['not JSON', '{', 400, 'invalid_json'],
    ['an empty body', '', 400, 'invalid_json'],
    ['an array', [], 400, 'invalid_body'],
    ['null', 'null', 400, 'invalid_body'],
    ['a missing amount', { offer: { currency: 'EUR' }, wish: { currency: 'USD' } }, 400, 'invalid_body'],
    [
      'a missing wished amount',
      { offer: { currency: 'EUR', amount: 5 }, wish: { currency: 'USD' }, target: 'wish' },
      400,
      'invalid_body',
    ],
    ['another target', { ...pair('EUR', 5, 'USD'), target: 'both' }, 400, 'invalid_body'],
    ['a missing side', { offer: { currency: 'EUR', amount: 5 } }, 400, 'invalid_body'],
    [
      'an amount as text',
      '{"offer":{"currency":"EUR","amount":"500"},"wish":{"currency":"USD"}}',
      400,
      'invalid_body',
    ],
    [
      'NaN as text',
      '{"offer":{"currency":"EUR","amount":"NaN"},"wish":{"currency":"USD"}}',
      400,
      'invalid_body',
    ],
    [
      'a bare NaN',
      '{"offer":{"currency":"EUR","amount":NaN},"wish":{"currency":"USD"}}',
      400,
      'invalid_json',
    ],
    ['1e400', '{"offer":{"currency":"EUR","amount":1e400},"wish":{"currency":"USD"}}', 400, 'invalid_body'],
    ['a currency that is no code', pair('eur', 5, 'USD'), 400, 'invalid_body'],
    ['an unknown currency', pair('EUR', 5, 'ZZZ'), 400, 'unknown_currency'],
    ['two bases', pair('EUR', 5, 'EUR'), 400, 'two_base_currencies'],
    ['no base', pair('GBP', 5, 'USD'), 400, 'no_base_currency'],
    ['zero', pair('EUR', 0, 'USD'), 400, 'invalid_amount'],
    ['a negative amount', pair('EUR', -5, 'USD'), 400, 'invalid_amount'],
    ['more than the limit', pair('EUR', 10_000_000.01, 'USD'), 400, 'invalid_amount'],
    [
      'more than the limit, wished',
      { ...pair('EUR', 1, 'JPY'), wish: { currency: 'JPY', amount: 9e10 }, target: 'wish' },
      400,
      'invalid_amount',
    ],
    ['more than can be counted', pair('EUR', 1e14, 'USD'), 400, 'invalid_amount'],
    ['three decimals', pair('EUR', 1.005, 'USD'), 400, 'invalid_amount'],
    [
      'three decimals that a double forgets',
      '{"offer":{"currency":"EUR","amount":500.00000000000000001},"wish":{"currency":"USD"}}',
      400,
      'inexact_number',
    ],
    [
      'a poisoned prototype',
      '{"__proto__":{"offer":1},"offer":{"currency":"EUR","amount":5},"wish":{"currency":"USD"}}',
      400,
      'invalid_json',
    ],
    [
      '64 KiB and more',
      JSON.stringify({ ...pair('EUR', 5, 'USD'), filler: 'x'.repeat(65_536) }),
      413,
      'body_too_large',
    ],
  ])('%s: %s is refused in French', async (_name, payload, status, code) => {
    const answer = await ask(payload);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).toMatch(/^[A-ZÀÉL].* .*\.$/);
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'message']);
  });

  test('refuses another media type', async () => {
    const answer = await ask('offer=EUR', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  test('shows a new fixing soon', async () => {
    const { id } = await database.db
      .selectFrom('companies')
      .select('id')
      .where('logo', '=', 'essai-0')
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('fixings')
      .set({ sale: '1.5', updated_at: new Date() })
      .where('company_id', '=', id)
      .execute();
    await expect
      .poll(
        async () => (await ask(pair('EUR', 100, 'USD'))).json<OffersAnswer>().offers[0]?.co_offer.amount,
        {
          timeout: 20_000,
          interval: 20,
        },
      )
      .toBe(150);
  });

  test('gives each client its own figures, slow readers included', async () => {
    const local = await startTestApp(database.url, undefined, { RATE_LIMIT: '100000' });
    await local.book.loaded;
    const port = await listen(local.app);
    const requests = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => {
        const body = JSON.stringify(pair('EUR', from + i, 'USD'));
        return `POST /api/public/offers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      }).join('');
    const amounts = (heard: string) =>
      [...heard.matchAll(/\{"offers":.*?\}\}(?=HTTP|$)/gs)].map(([text]) => {
        const { offers }: OffersAnswer = JSON.parse(text);
        return [...new Set(offers.map(({ ct_offer }) => ct_offer.amount))];
      });
    // more than the connection holds: the server keeps the rest, and answers others meanwhile
    const slow = await openWire(port);
    slow.socket.pause();
    slow.socket.write(requests(1, 1001));
    const quick = await openWire(port);
    quick.socket.write(requests(2000, 2300));
    await expect.poll(() => amounts(quick.heard()).length, { timeout: 20_000 }).toBe(300);
    expect(amounts(slow.heard())).toEqual([]);
    slow.socket.resume();
    await expect.poll(() => amounts(slow.heard()).length, { timeout: 20_000 }).toBe(1000);
    expect(amounts(slow.heard())).toEqual(Array.from({ length: 1000 }, (_, i) => [1 + i]));
    expect(amounts(quick.heard())).toEqual(Array.from({ length: 300 }, (_, i) => [2000 + i]));
    slow.socket.destroy();
    quick.socket.destroy();
    await local.close();
  });
});
