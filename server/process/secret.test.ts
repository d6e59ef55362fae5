import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';
import { readOrCreateSecret } from './secret.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parite-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a secret is created once, readable by its owner only, and found again', async () => {
  const secret = await readOrCreateSecret(dataDir);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readOrCreateSecret(dataDir)).toBe(secret);
  expect(await readdir(dataDir)).toEqual(['secret']);
});

test('another folder has another secret', async () => {
  const secret = await readOrCreateSecret(dataDir);
  await rm(join(dataDir, 'secret'));
  expect(await readOrCreateSecret(dataDir)).not.toBe(secret);
});

test('a truncated file is refused', async () => {
  await writeFile(join(dataDir, 'secret'), 'short');
  await expect(readOrCreateSecret(dataDir)).rejects.toThrow(
    /est abîmé\. Remettez-y la copie gardée\. Sans elle, .*les codes de retrait des réservations ouvertes seront perdus/,
  );
});

test('a missing folder is reported', async () => {
  await expect(readOrCreateSecret(join(dataDir, 'nowhere'))).rejects.toThrow(/ENOENT/);
});

test.each([
  [{ DATABASE_URL: 'postgres://db/parite' }, 'SECRET est demandé avec DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://db/parite', SECRET: '   ' }, 'SECRET est demandé avec DATABASE_URL'],
  [{ SECRET: 'x'.repeat(31) }, 'SECRET doit compter au moins 32 caractères'],
])('%j stops the start', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(sentence);
});

test('the setting is used as it is; without a database of one’s own it may be missing', () => {
  const SECRET = 'x'.repeat(32);
  expect(readConfig({ SECRET }).secret).toBe(SECRET);
  expect(readConfig({ SECRET, DATABASE_URL: 'postgres://db/parite' }).secret).toBe(SECRET);
  expect(readConfig({}).secret).toBeNull();
});
