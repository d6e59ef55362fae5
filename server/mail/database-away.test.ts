import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openMailServer } from '../testing/mail-server.ts';
import { enqueueNewsletter, startTestMails } from '../testing/mails.ts';
import { openRelay } from '../testing/relay.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a database that leaves and returns at any moment of a mail: each arrives once', {
  timeout: 120_000,
}, async () => {
  const relay = await openRelay(database.url);
  const { db, close } = openDatabase(relay.url, { maxConnections: 2 });
  const blink = async () => {
    await relay.cut();
    // back on the same port, whatever is asked meanwhile
    void relay.mend();
  };
  const count = { recipients: 0, texts: 0 };
  const server = await openMailServer({
    options: { disabledCommands: ['STARTTLS'] },
    onRecipient: async () => {
      if (count.recipients++ % 4 === 1) await blink();
      return 'accept' as const;
    },
    onText: async () => {
      if (count.texts++ % 3 === 1) await blink();
      return 'accept' as const;
    },
  });
  const mails = Array.from({ length: 24 }, (_, i) => `voyageur${i}@exemple.fr`);
  for (const mail of mails) await enqueueNewsletter(database.db, mail);
  const times = { retries: Array<number>(50).fill(0) };
  const worker = startTestMails({ db, url: relay.url, smtpUrl: server.url, times });
  await vi.waitFor(async () => {
    const rows = await database.db.selectFrom('mails').select('outcome').execute();
    expect(rows.map(({ outcome }) => outcome)).toEqual(mails.map(() => 'sent'));
  }, 100_000);
  await worker.close();
  expect(server.received.map(({ to }) => to).sort()).toEqual([...mails].sort());
  await close();
  await server.close();
  await relay.close();
});
