import type { ExportQuestion } from './export.worker.ts';

export async function saveTable(name: string, question: ExportQuestion): Promise<void> {
  const address = URL.createObjectURL(await writeInWorker(question));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.${question.format}`;
  link.click();
  // the browser has begun to read it
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function writeInWorker(question: ExportQuestion): Promise<Blob> {
  const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Blob>) => resolve(data);
      worker.onerror = () => reject(new Error('The table could not be written.'));
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
