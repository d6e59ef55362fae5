import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { constants, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { readSnapshot } from './snapshot.ts';

const FIRST = { currencies: [], openings: [], articles: [], companies: 0, boards: 0 };

/** What the engine has sent of a snapshot whose end is still to come, and whether it was told to send no more. */
function sent(text: string) {
  const cancel = vi.fn();
  const bytes = gzipSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
  const data = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes), cancel });
  return { cancel, found: Readable.fromWeb(data as WebStream<Uint8Array>) };
}

const sameSite = (site: string) => site;

test('a line that cannot be read ends the download', async () => {
  const { cancel, found } = sent('{"currencies":\n');
  await expect(readSnapshot(found, sameSite, null)).rejects.toThrow('JSON');
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
});

test('a line that comes in many parts is one', async () => {
  const label = 'é'.repeat(300_000);
  const currencies = [{ code: 'USD', label, rate: '1.1', at: '2026-11-20T00:00:00.000Z', source: 'BCE' }];
  const found = Readable.from([gzipSync(`${JSON.stringify({ ...FIRST, currencies })}\n`)]);
  const { book } = await readSnapshot(found, sameSite, null);
  expect(book.currencies[0]?.label).toBe(label);
});
