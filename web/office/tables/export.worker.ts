import { type TableFormat, type WrittenTable, writeTable } from './write-table.ts';

export type ExportQuestion = { format: TableFormat; table: WrittenTable };

addEventListener('message', ({ data: { format, table } }: MessageEvent<ExportQuestion>) => {
  // a defect goes to the page, which waits for an answer
  writeTable(format, table).then((blob) => postMessage(blob), reportError);
});
