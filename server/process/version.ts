import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../package.json', import.meta.url);

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  return version;
}
