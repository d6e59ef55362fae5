/**
 * A bureau's whole sheet published in one act, in a market of 1,000 bureaux that all serve 152 currencies: how long its
 * answer takes, and from then on how long until every comparison that was asked for shows it.
 */
import type { IncomingMessage } from 'node:http';
import { loadavg } from 'node:os';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { RatesAnswer } from '#domain/rates/fixing.ts';
import type { BatchAnswer } from '#domain/sheets/batch.ts';
import type { Db } from '../server/db/open.ts';
import { addMarket } from './market.ts';
import { ask, fetchXsrfToken, insertSession, sessionHeaders } from './office-client.ts';
import { Servers } from './servers.ts';

const RUNS = Number(process.env.BENCH_ROUNDS ?? 20);
const BUREAUX = 1_000;
const CURRENCIES = 152;
const ANSWER_AIM_MS = 300;
const SHOWN_AIM_MS = 1_000;
const SESSION = 'c2Vzc2lvbi1vZi1hbi1hZ2VudC1vZi10aGUtYmVuY2g';
const COMPARED = ['USD', 'GBP', 'MAD', 'XPF'];

const servers = await Servers.open();
try {
  const { port } = await servers.parite('batch', fill, { RATE_LIMIT: '999999999', HELD_ABOVE: '999999999' });
  const headers = sessionHeaders(SESSION, await fetchXsrfToken(port));
  const { rates } = await read<RatesAnswer>(await ask(port, 'GET', '/api/fixings/rates', headers));
  const [answered, shown]: [number[], number[]] = [[], []];
  for (let run = 0; run <= RUNS; run++) {
    const fixings = rates.map(({ code, rate }) => ({
      currency: { code },
      // ahead of all others, and another amount each time
      amounts: { purchase: digits(rate * (1.001 + run / 1e5)), sale: digits(rate * (0.999 - run / 1e5)) },
    }));
    const begun = performance.now();
    const body = JSON.stringify({ base: 'EUR', fixings });
    const { rates: published } = await read<BatchAnswer>(
      await ask(port, 'POST', '/api/fixings/batch', headers, body),
    );
    const done = performance.now();
    if (published.length !== rates.length) throw new Error(`${published.length} published`);
    const since = Date.parse(published[0]?.updated_at ?? '');
    for (const code of COMPARED) await untilShown(port, code, since);
    // the first fills the caches
    if (run === 0) continue;
    answered.push(done - begun);
    shown.push(performance.now() - done);
  }
  console.log(
    `\nA sheet of ${rates.length} currencies published in one act, ${BUREAUX} bureaux (ms; load average ${loadavg()[0]?.toFixed(1)})\n`,
  );
  say('answered', answered, ANSWER_AIM_MS);
  say('then shown by comparisons', shown, SHOWN_AIM_MS);
} finally {
  await servers.closeAll();
}

async function fill(db: Db): Promise<void> {
  await addMarket(db, BUREAUX, CURRENCIES);
  await insertSession(db, SESSION, 'agent-1@bench.example');
}

async function read<T>(answer: IncomingMessage): Promise<T> {
  const text = (await answer.toArray()).join('');
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}

/** Until the bureau's newest rate leads the offers. */
async function untilShown(port: number, code: string, since: number): Promise<void> {
  const body = JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: code } });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/public/offers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { offers } = (await answer.json()) as OffersAnswer;
    if (Date.parse(offers[0]?.updated_at ?? '') >= since) return;
  }
}

function digits(amount: number): number {
  return Number(amount.toPrecision(7));
}

function say(what: string, values: readonly number[], aim: number): void {
  const sorted = values.toSorted((a, b) => a - b);
  const [median = 0, worst = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
  const holds = worst <= aim ? 'holds' : 'does not hold';
  console.log(
    `  ${what.padEnd(28)}median ${median.toFixed(0)}, worst ${worst.toFixed(0)} (aim ${aim}: ${holds})`,
  );
}
