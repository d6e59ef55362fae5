/** A unit of deploy/systemd as systemd reads it: a setting may stand there many times. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** What `systemd-analyze verify` finds in these files. It speaks of the machine's other units too, and fails for them. */
export function verifyUnits(program: string, files: readonly string[]): string[] {
  const { stdout, stderr, error } = spawnSync(program, ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  });
  if (error) throw error;
  const names = files.map((file) => basename(file));
  return `${stdout}${stderr}`.split('\n').filter((line) => names.some((name) => line.includes(name)));
}
