import type { Msg, NatsConnection, SubscriptionOptions } from '@nats-io/transport-node';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { hasNatsServer, NatsServer } from '../testing/nats-server.ts';
import { createSumSender, readComparisonSums, writeReceivedSums } from './counts.ts';
import { openNats, SUMS } from './nats.ts';

const log = pino({ level: 'silent' });
const NOW = new Date('2026-11-22T00:30:00Z');
const line = { companyId: 7, code: 'USD', shown: 3, ranks: 6 };
const counted = { day: '2026-11-22', comparisons: 3, shown: [line] };

describe('what is said to have been counted', () => {
  test.each([
    counted,
    { ...counted, day: '2026-11-21', shown: [] },
    { ...counted, comparisons: 0, shown: [line, { ...line, code: 'MAD' }] },
  ])('is believed: %o', (said) => {
    expect(readComparisonSums(JSON.stringify(said), NOW)).toEqual(said);
  });

  test.each([
    ...[null, 3, {}, { ...counted, day: '2026-11-30' }, { ...counted, day: '2026-13-01' }],
    ...[-1, 1.5, 2e9, '3'].map((comparisons) => ({ ...counted, comparisons })),
    ...[
      { shown: 0 },
      { ranks: 2 },
      { ranks: 151 },
      { companyId: 0 },
      { companyId: 2 ** 31 },
      { code: 'usd' },
    ].map((wrong) => ({ ...counted, shown: [{ ...line, ...wrong }] })),
    // one of which PostgreSQL would refuse all
    { ...counted, shown: [line, line] },
    { ...counted, shown: Array.from({ length: 2_001 }, (_, i) => ({ ...line, companyId: i + 1 })) },
  ])('is not: %o', (said) => {
    expect(readComparisonSums(JSON.stringify(said), NOW)).toBeNull();
  });
});

test('an answer that cannot be sent leaves the next sums to be written', async () => {
  const { db, close } = await createTestDatabase();
  let receive: SubscriptionOptions['callback'];
  const subscribe = (_subject: string, { callback }: SubscriptionOptions) => {
    receive = callback;
  };
  // stand-in with what is called, since no real connection can be made to fail between its check and its answer
  const nats = { subscribe, isClosed: () => false } as unknown as NatsConnection;
  writeReceivedSums(nats, db, () => NOW, log);
  const send = (respond: (outcome: string) => void) => {
    const text = JSON.stringify({ ...counted, shown: [] });
    receive?.(null, { reply: '_INBOX.compare.1', string: () => text, respond } as unknown as Msg);
  };
  const failing = vi.fn(() => {
    throw new Error('the connection was lost');
  });
  const answered = vi.fn();
  send(failing);
  send(answered);
  await vi.waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith('written'), 30_000);
  expect(failing).toHaveBeenCalledOnce();
  expect(await db.selectFrom('comparison_counts').select('count').execute()).toEqual([{ count: 6 }]);
  await close();
});

test.skipIf(!hasNatsServer)(
  'a sum that was certainly not written is kept by whoever counted it; one that may have been is said to be lost, never twice',
  async () => {
    const server = await NatsServer.open();
    const [nats, other] = [openNats(server.url, log), openNats(server.url, log)];
    let isThere = false;
    const counts = createSumSender(nats, () => isThere, log);
    const say = () => counts.addComparisons('2026-11-22', 3);
    await expect(say()).rejects.toThrow('no active relay');
    isThere = true;
    await expect(say()).rejects.toThrow('no responders');
    const connection = await other.connection;
    const heard: string[] = [];
    let answer: string | null = 'refused';
    connection.subscribe(SUMS, {
      callback: (_error, message) => {
        heard.push(message.string());
        if (answer !== null) message.respond(answer);
      },
    });
    await connection.flush();
    await expect(say()).rejects.toThrow('did not write');
    answer = null;
    await say();
    expect([heard.length, counts.lost()]).toEqual([2, 1]);
    answer = 'written';
    await say();
    expect([heard.length, counts.lost()]).toEqual([3, 1]);
    await Promise.all([nats.close(), other.close()]);
    await server.close();
  },
);
