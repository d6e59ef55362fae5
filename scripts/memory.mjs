// A folder in memory for what tests throw away.
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Twice what the tests were seen to take. */
const ROOM = 3_000_000_000;

/** Null where there is none, no room in it, or no program may run in it (decision 003). */
export function makeMemoryFolder() {
  if (process.availableMemory() < ROOM) return null;
  let folder = null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM) return null;
    folder = mkdtempSync(join(MEMORY, 'parite-'));
    // PostgreSQL works there as another user when root runs the tests
    chmodSync(folder, 0o1777);
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    accessSync(program, constants.X_OK);
    rmSync(program);
    return folder;
  } catch {
    if (folder) rmSync(folder, { recursive: true });
    return null;
  }
}
