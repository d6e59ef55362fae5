import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DeliveryFailure, type Transport } from './transport.ts';

export function outboxFolder({ dataDir }: { dataDir: string }): string {
  return path.join(dataDir, 'outbox');
}

/** Transport without a mail server. Each mail becomes an .eml file, whole or absent, readable by its owner alone. */
export function openOutbox(folder: string): Transport {
  return async ({ name, raw }, { handOver }) => {
    const file = path.join(folder, `${name}.eml`);
    const draft = `${file}.draft`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(draft, 'w', 0o600);
      try {
        await handle.writeFile(raw);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await handOver();
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      // a file without its final name was not sent
      throw new DeliveryFailure('retry', error);
    }
  };
}
