import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerUntrustedProxy } from './untrusted-proxy.ts';

async function said(trustProxy: boolean, headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  registerUntrustedProxy(app, { trustProxy });
  app.get('/', () => '');
  for (let asked = 0; asked < 3; asked++) await app.inject({ url: '/', headers });
  await app.close();
  return lines;
}

test('an untrusted proxy is logged once, without its clients; another one is not', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  const lines = await said(false, forwarded);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY=on');
  expect(lines[0]).not.toContain('203.0.113.7');
  expect(await said(true, forwarded)).toEqual([]);
  expect(await said(false, {})).toEqual([]);
});
