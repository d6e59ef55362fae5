import type { TableCells } from '#domain/sheets/table-numbers.ts';
import { readFile, readText } from './read-file.ts';
import { TableRefusal } from './table-refusal.ts';

export type TableQuestion = File | string;
export type TableAnswer = { cells: TableCells } | { refused: string };

addEventListener('message', ({ data }: MessageEvent<TableQuestion>) => {
  // a defect goes to the page, which waits for an answer
  answer(data).then((answered) => postMessage(answered), reportError);
});

async function answer(question: TableQuestion): Promise<TableAnswer> {
  try {
    return { cells: typeof question === 'string' ? readText(question) : await readFile(question) };
  } catch (error) {
    if (error instanceof TableRefusal) return { refused: error.message };
    throw error;
  }
}
