/** The commands of docs/operations.md, as they stand there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../deploy/testing/compose.ts';

export interface Block {
  section: string;
  /** the lines of one fence */
  text: string;
}

export function readBlocks(): Block[] {
  const manual = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  return manual.split(/^## /m).flatMap((part) => {
    const [section = ''] = part.split('\n');
    const fences = [...part.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)];
    return fences.map(([, indent = '', text = '']) => ({
      section,
      text: text.replaceAll(`\n${indent}`, '\n').trim(),
    }));
  });
}

/** A block that is the content of .env: nothing of it is a command. */
export function isSettings({ text }: Block): boolean {
  return text.split('\n').every((line) => /^[A-Z_]+=/.test(line));
}

/** The names that such a block asks for. */
export function namesOf({ text }: Block): string[] {
  return text.split('\n').map((line) => line.slice(0, line.indexOf('=')));
}
