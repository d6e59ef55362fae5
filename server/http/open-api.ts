import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Parité', version: '1' } },
    hideUntagged: false,
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
