import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openRelay } from '../testing/relay.ts';
import { type ListenerHandle, type ListenHandlers, listen } from './listen.ts';

let database: TestDatabase;
let listening: ListenerHandle;
let handlers: ListenHandlers;
let events: string[];
/** Resolves when the event has happened as many times as asked since the start. */
let until: (event: string, times?: number) => Promise<void>;

beforeEach(async () => {
  database = await createTestDatabase();
  events = [];
  const waiting = new Set<() => void>();
  const add = (event: string) => {
    events.push(event);
    for (const check of waiting) check();
  };
  until = (event, times = 1) =>
    new Promise((resolve) => {
      const check = () => {
        if (events.filter((each) => each === event).length < times) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  handlers = { onPayload: add, onListening: () => add('listening'), onLost: () => add('lost') };
  listening = listen(database.url, 'rate_book', handlers);
});

afterEach(async () => {
  await listening.close();
  await database.close();
});

test('notifications arrive in order from the start of LISTEN', async () => {
  await until('listening');
  await notify('1:USD');
  await notify('all');
  await until('all');
  expect(events).toEqual(['listening', '1:USD', 'all']);
});

test('a lost connection is reported once, and reconnects and listens again', async () => {
  await until('listening');
  expect(await cutListener()).toBe(1);
  await until('listening', 2);
  await notify('after');
  await until('after');
  expect(events).toEqual(['listening', 'lost', 'listening', 'after']);
});

test('a connection reconnects each time', async () => {
  for (let time = 1; time <= 4; time++) {
    await until('listening', time);
    await cutListener();
    await until('lost', time);
  }
  await until('listening', 5);
});

test('a closed listener neither reports the end nor reconnects', async () => {
  await until('listening');
  await listening.close();
  await expect.poll(countListeners).toBe(0);
  expect(events).toEqual(['listening']);
});

test('a silent connection without an end is detected and replaced', async () => {
  await listening.close();
  events.length = 0;
  const relay = await openRelay(database.url);
  listening = listen(relay.url, 'rate_book', handlers, { keepAliveMs: 20, answerWithinMs: 300 });
  await until('listening');
  relay.freeze();
  await until('lost');
  relay.thaw();
  await until('listening', 2);
  await notify('after');
  await until('after');
  await listening.close();
  await relay.close();
});

function notify(payload: string): Promise<unknown> {
  return sql`SELECT pg_notify('rate_book', ${payload})`.execute(database.db);
}

async function cutListener(): Promise<number> {
  const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'parite listen'`.execute(database.db);
  return rows.length;
}

async function countListeners(): Promise<number> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'parite listen'`.execute(database.db);
  return rows.length;
}
