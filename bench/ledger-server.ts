/** The product's comparisons over a market in memory, without the tricks that WITHOUT names. */
import pino from 'pino';
import { buildApp } from '../server/app.ts';
import { fastForm } from '../server/book/fast-book.ts';
import type { FollowedBook } from '../server/book/follow.ts';
import { plainForm } from '../server/book/plain-form.ts';
import { tricks } from '../server/book/tricks.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/open.ts';
import { makeMarket } from './memory-market.ts';

const without = (process.env.WITHOUT ?? '').split(',');
for (const name of Object.keys(tricks) as (keyof typeof tricks)[]) tricks[name] = !without.includes(name);
const market = await makeMarket(Number(process.env.CURRENCIES), Date.now());
const shown = market.fill(without.includes('columns') ? plainForm : fastForm, Number(process.env.BUREAUX));
const config = readConfig(process.env);
// nothing that is asked here reads the database
const { db } = openDatabase(config.databaseUrl ?? '');
const book: Partial<FollowedBook> = {
  current: () => shown,
  version: () => 1,
  onChange: () => () => undefined,
};
const app = await buildApp({
  db,
  book: book as FollowedBook,
  blog: { current: () => null } as never,
  config,
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  fast: !without.includes('path'),
});
await app.listen({ port: config.port, host: config.host });

process.on('SIGTERM', () => process.exit(0));
