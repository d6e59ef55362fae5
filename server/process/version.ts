import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  return version;
}

// Commit of the image's build argument, else of the clone. Empty: unknown.
export function readCommit(): string {
  try {
    return readFileSync(new URL('commit', ROOT), 'utf8').trim();
  } catch {
    return askGit();
  }
}

function askGit(): string {
  // systemd's instances do not own their clone
  const args = ['-c', 'safe.directory=*', 'rev-parse', '--short=12', 'HEAD'];
  try {
    return execFileSync('git', args, {
      cwd: fileURLToPath(ROOT),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    }).trim();
  } catch {
    return '';
  }
}
