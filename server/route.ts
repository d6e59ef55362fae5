import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { type Answer, api, type Body, type CallName, type Params, type Query } from '#domain/api.ts';

export type CallRequest<N extends CallName> = FastifyRequest<{
  Body: Body<N>;
  Querystring: Query<N>;
  Params: Params<N>;
}>;

/**
 * Registers one call of `domain/api.ts`: host, path, validation, status and answer all come from the
 * table. A handler that builds its own JSON text sends it through `reply`.
 */
export function route<N extends CallName>(
  app: FastifyInstance,
  name: N,
  handler: (
    request: CallRequest<N>,
    reply: FastifyReply,
  ) => Answer<N> | FastifyReply | Promise<Answer<N> | FastifyReply>,
  options: RouteShorthandOptions = {},
): void {
  const call = api[name];
  const [method, url] = name.split(' ') as ['GET' | 'POST', string];
  app.route({
    ...options,
    method,
    url: url.replace(/\{(\w+)\}/g, ':$1'),
    constraints: { side: call.host },
    schema: {
      summary: call.summary,
      ...('body' in call && { body: call.body }),
      ...('query' in call && { querystring: call.query }),
      ...('params' in call && { params: call.params }),
      response: { [call.status]: call.answer },
    },
    async handler(request, reply) {
      reply.code(call.status);
      // Fastify has validated the request by the schemas of this very call
      return handler(request as unknown as CallRequest<N>, reply);
    },
  });
}
