import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { writeLater } from './write-later.ts';

test('a write that throws is logged, and stops none of those that follow', async () => {
  const logged: string[] = [];
  const log = pino({}, { write: (line) => logged.push(line) });
  const write = vi.fn(async () => undefined);
  write.mockRejectedValueOnce(new Error('full')).mockRejectedValueOnce(new Error('still full'));
  const { soon, flush } = writeLater(write, { within: 1, log });
  await flush();
  soon();
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2));
  soon();
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(3));
  await flush();
  expect(write).toHaveBeenCalledTimes(4);
  expect(logged.map((line) => JSON.parse(line).err.message)).toEqual(['full', 'still full']);
});
