/** What one process of tests tells the next one and the proof, a JSON text a line. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type Mutant = { id: string; folder: string; file: string; what: string };
export type Line =
  | { folder: string; of: number }
  | { mutant: Mutant }
  | { begun: string }
  | { tried: string; killer: string | null }
  | { unfit: string }
  | { spoiled: string }
  | { ended: string; reached: string[]; loaded: string[] };

export function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

export function writeLine(file: string, line: Line): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
