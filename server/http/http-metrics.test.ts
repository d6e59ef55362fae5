import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { HttpMetrics, registerHttpMetrics } from './http-metrics.ts';

const valuesOf = async (metrics: HttpMetrics, name: string) =>
  (await metrics.get()).values.filter(({ metricName }) => metricName === `${metrics.name}_${name}`);

test('a bucket counts what took at most its bound, and the last one everything', async () => {
  const metrics = new HttpMetrics();
  for (const seconds of [0.0004, 0.0005, 0.3, 60]) metrics.observe('/a', 'GET', 200, seconds);
  const buckets = (await valuesOf(metrics, 'bucket')).map(({ labels, value }) => [
    'le' in labels && labels.le,
    value,
  ]);
  expect(buckets).toHaveLength(15);
  expect(Object.fromEntries(buckets)).toMatchObject({ 0.0005: 2, 0.25: 2, 0.5: 3, 10: 3, '+Inf': 4 });
  expect((await valuesOf(metrics, 'sum'))[0]?.value).toBeCloseTo(60.3009);
});

test('requests are counted by pattern, method and status, and open streams are not', async () => {
  const metrics = new HttpMetrics();
  const app = Fastify();
  registerHttpMetrics(app, metrics);
  app.get('/of/:id', async () => 'a');
  app.get('/stream', (_request, reply) => reply.type('text/event-stream; charset=utf-8').send('a'));
  app.get('/empty', (_request, reply) => reply.code(204).send());
  for (const url of ['/of/1', '/of/2', '/stream', '/empty', '/secret']) await app.inject({ url });
  await app.close();
  expect((await valuesOf(metrics, 'count')).map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { route: '/of/:id', method: 'GET', status: 200, value: 2 },
    { route: '/empty', method: 'GET', status: 204, value: 1 },
    { route: 'none', method: 'GET', status: 404, value: 1 },
  ]);
  const sums = await valuesOf(metrics, 'sum');
  expect(sums).toHaveLength(3);
  expect(sums.every(({ value }) => value > 0 && value < 5)).toBe(true);
});
