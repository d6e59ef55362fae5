import type { TableAnswer, TableQuestion } from './tables.worker.ts';

const TIMEOUT_MS = 30_000;
const UNREADABLE = 'Ce tableau reste illisible. Enregistrez-le en CSV et réessayez.';

/** Reads a table in a worker, so that the page stays responsive and a malicious file can be stopped. */
export async function readTableInWorker(question: TableQuestion): Promise<TableAnswer> {
  const worker = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      const giveUp = () => resolve({ refused: UNREADABLE });
      const deadline = setTimeout(giveUp, TIMEOUT_MS);
      worker.onmessage = ({ data }: MessageEvent<TableAnswer>) => {
        clearTimeout(deadline);
        resolve(data);
      };
      worker.onerror = giveUp;
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
