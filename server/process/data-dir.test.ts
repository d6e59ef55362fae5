import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataDir } from './data-dir.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-data-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder is created with its parents, and stays if it exists', async () => {
  const dataDir = join(folder, 'a/b/c');
  await makeDataDir(dataDir);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  await makeDataDir(dataDir);
});

test('concurrent creations all succeed', async () => {
  const dataDir = join(folder, 'a/b/c');
  await Promise.all(Array.from({ length: 8 }, () => makeDataDir(dataDir)));
});

async function refusalOf(dataDir: string): Promise<string> {
  return makeDataDir(dataDir).then(
    () => 'made',
    (error: Error) => error.message,
  );
}

const sentence = (dataDir: string, why: string) =>
  `Le dossier de données ${dataDir} ne peut pas être utilisé (${why}). Donnez-en un autre par DATA_DIR.`;

test('a folder that cannot be created is named with the reason', async () => {
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'nowhere'), join(folder, 'broken'));
  await symlink(join(folder, 'loop'), join(folder, 'loop'));
  const inTheWay = 'un fichier, ou un lien rompu, se trouve sur son chemin';
  for (const [name, why] of [
    ['file', inTheWay],
    ['file/data', inTheWay],
    ['broken', inTheWay],
    ['x'.repeat(300), 'ce nom est trop long'],
    ['loop/data', 'des liens y tournent en rond'],
  ] as const) {
    expect(await refusalOf(join(folder, name))).toBe(sentence(join(folder, name), why));
  }
});

test.runIf(process.platform === 'linux')('a folder under /proc fails at once', async () => {
  expect(await refusalOf('/proc/parite/data')).toBe(
    sentence('/proc/parite/data', 'aucun dossier ne peut être fait à cet endroit'),
  );
});

// root may do anything
test.skipIf(process.getuid?.() === 0)('a read-only folder is reported too', async () => {
  await chmod(folder, 0o500);
  const why = 'l’utilisateur qui lance Parité n’en a pas le droit';
  expect(await refusalOf(folder)).toBe(sentence(folder, why));
  expect(await refusalOf(join(folder, 'data'))).toBe(sentence(join(folder, 'data'), why));
});
