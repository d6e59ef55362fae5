import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { reachRegistry } from './setup.mjs';

test('a registry that answers anything is reached, and a closed port is not', async () => {
  const registry = createServer((_, answer) => answer.writeHead(404).end());
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  const address = registry.address();
  const port = typeof address === 'object' ? address?.port : 0;
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
  expect(await reachRegistry()).toBe(true);
  registry.close();
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
  expect(await reachRegistry()).toBe(false);
  vi.unstubAllEnvs();
});
