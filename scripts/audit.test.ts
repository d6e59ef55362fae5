import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, readAudit } from './audit.mjs';

const PACKAGES = { '': { dependencies: { leftpad: '1.0.0' } }, 'node_modules/leftpad': { version: '1.0.0' } };
const LEFTPAD = { name: 'leftpad', versions: { '1.0.0': { name: 'leftpad', version: '1.0.0' } } };

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'parite-audit-'));
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'x', dependencies: { leftpad: '1.0.0' } }));
  writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: PACKAGES }));
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** What npm is told by a registry that answers this, and what is made of it. */
async function ask(status: number, advisories: unknown) {
  const registry = createServer((request, response) => {
    // npm asks for the advisories, then which versions there are
    const isAudit = request.method === 'POST';
    response.writeHead(isAudit ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAudit ? advisories : LEFTPAD));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  // a cache of its own: npm keeps what it has made of an advisory
  const cache = mkdtempSync(join(cwd, 'cache-'));
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache };
  try {
    return await audit({ cwd, env });
  } finally {
    registry.close();
  }
}

const advisory = (severity: string) => ({
  leftpad: [
    {
      id: 1,
      url: 'https://example.org/1',
      title: 'Pads to the right',
      severity,
      vulnerable_versions: '<2.0.0',
    },
  ],
});

test('a known vulnerability of level high fails, and is named', async () => {
  expect(await ask(200, advisory('high'))).toEqual({
    isGrave: true,
    sentence: 'Vulnérabilités graves connues :\n  leftpad (high) : Pads to the right https://example.org/1',
  });
});

test('a lesser one is counted, and fails nothing', async () => {
  expect(await ask(200, advisory('moderate'))).toEqual({
    isGrave: false,
    sentence: 'Aucune vulnérabilité grave connue (1 de moindre niveau).',
  });
});

test('a registry that does not answer an audit is said, and fails nothing', async () => {
  expect(await ask(405, {})).toEqual({
    isGrave: false,
    sentence: 'Vulnérabilités non vérifiées : le registre ne répond pas à un audit (405 Method Not Allowed).',
  });
  expect(readAudit('').sentence).toContain('pas de réponse');
});
