type Row = {
  section: string;
  sentence: string;
  tests: { file: string; title: string }[];
  rest: string;
  records: string[];
  contract: number[];
};
export const LETTER: string;
export function readRows(text: string): Row[];
export function findProblems(rows: readonly Row[]): string[];
export function titlesIn(source: string): string[];
export function writeCounts(text: string): string;
