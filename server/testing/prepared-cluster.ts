// A private PostgreSQL with the product's schema, made once for all runs of the same sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { CLOCK_OFFSET } from './clock/offset.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'node_modules/.cache/clusters');
const PARTS = ['postgres', 'postgres.password'];
const DAY_MS = 86_400_000;

// Copy of it in a data folder; `open` starts one in a folder that is empty.
export async function copyPrepared(
  dataDir: string,
  open: (draft: string) => Promise<Embedded>,
): Promise<void> {
  const kept = join(KEPT, digest());
  if (!existsSync(kept)) await prepare(kept, open);
  copy(kept, dataDir);
}

async function prepare(kept: string, open: (draft: string) => Promise<Embedded>): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), 'parite-prepared-'));
  // PostgreSQL runs as another user when root runs the tests
  await chmod(draft, 0o711);
  const embedded = await open(draft);
  await migrate(embedded.url);
  await embedded.stop();
  await mkdir(KEPT, { recursive: true });
  await removeOld();
  const copied = await mkdtemp(`${kept}-`);
  copy(draft, copied);
  await rm(draft, { recursive: true });
  // another run may have stored it first
  await rename(copied, kept).catch(() => rm(copied, { recursive: true }));
}

// Copies files with their owners.
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', ...PARTS.map((part) => join(from, part)), to]);
}

// Removes clusters older than a day, since a run of other sources may still copy a newer one.
async function removeOld(): Promise<void> {
  for (const name of readdirSync(KEPT)) {
    const { mtimeMs } = await stat(join(KEPT, name));
    if (Date.now() - CLOCK_OFFSET - mtimeMs > DAY_MS)
      await rm(join(KEPT, name), { recursive: true, force: true });
  }
}

// Hash of the sources on which a cluster depends.
function digest(): string {
  const sources = ['server/db', 'server/testing/clock'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  );
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`);
  for (const path of [...sources, 'package-lock.json', 'server/testing/embedded.ts'].toSorted()) {
    hash.update(path).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex').slice(0, 16);
}
