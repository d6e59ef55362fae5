import { saveFile } from '#web/shared/save-file.ts';
import type { ExportQuestion } from './export.worker.ts';

export async function saveTable(name: string, question: ExportQuestion): Promise<void> {
  saveFile(`${name}.${question.format}`, await writeInWorker(question));
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
