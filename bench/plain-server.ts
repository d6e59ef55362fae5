/** The product without its tricks: the plain forms of the answer and of the rate book. */
import pino from 'pino';
import { buildApp } from '../server/app.ts';
import { databaseSource } from '../server/book/database-source.ts';
import { followRateBook } from '../server/book/follow.ts';
import { plainForm } from '../server/book/plain-form.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/open.ts';
import { cacheBlog } from '../server/features/articles/blog-cache.ts';

const config = readConfig(process.env);
const url = config.databaseUrl ?? '';
const log = pino({ level: 'warn' });
const now = () => new Date();
const { db, close } = openDatabase(url);
const book = followRateBook({ source: databaseSource({ db, url, form: plainForm }), now, log });
const blog = cacheBlog({ db, url, log });
await Promise.all([book.loaded, blog.loaded]);
const app = await buildApp({ db, book, blog, config, now, log, fast: false });
await app.listen({ port: config.port, host: config.host });

process.on('SIGTERM', async () => {
  await app.close();
  await Promise.all([book.close(), blog.close()]);
  await close();
});
