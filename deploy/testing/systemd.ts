/** A unit of deploy/systemd as systemd reads it: a setting may stand there many times. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './compose.ts';

/** Where the manual puts the product. */
export const INSTALLED = '/opt/parite/current';

export function readUnit(file: string, instance: string): (name: string) => string[] {
  const text = readFileSync(join(ROOT, 'deploy/systemd', file), 'utf8').replaceAll('%i', instance);
  const lines = text.split('\n').filter((line) => !/^\s*[#;[]/.test(line));
  return (name) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1).trim());
}

/** `A=1 "B=2 3"`: each assignment, quoted where it holds a space. */
export function readAssignments(lines: readonly string[]): Record<string, string> {
  const words = lines.flatMap((line) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
  );
  return Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
}
