import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, api, type Body, type CallName, type Params, type Query } from '#domain/api.ts';
import type { Session } from './session.ts';
import type { TravellerSession } from './traveller-session.queries.ts';
import { registerUpload } from './upload-body.ts';

export type CallRequest<N extends CallName> = FastifyRequest<{
  Body: (typeof api)[N] extends { upload: unknown } ? Buffer : Body<N>;
  Querystring: Query<N>;
  Params: Params<N>;
}> &
  ((typeof api)[N]['needs'] extends 'nothing'
    ? unknown
    : (typeof api)[N]['needs'] extends 'traveller'
      ? { traveller: TravellerSession }
      : { session: Session });

type Handler<N extends CallName> = (
  request: CallRequest<N>,
  reply: FastifyReply,
) => Answer<N> | FastifyReply | Promise<Answer<N> | FastifyReply>;

/**
 * Registers a call of `domain/api.ts` with its host, path, permission, validation, status and answer. A
 * handler that builds its own JSON text sends it through `reply`.
 */
export function route<N extends CallName>(app: FastifyInstance, name: N, handler: Handler<N>): void {
  const call = api[name];
  if ('upload' in call) {
    registerUpload(app, call.upload, (scope) => registerCall(scope, name, handler));
  } else {
    registerCall(app, name, handler);
  }
}

export function countRows(reply: FastifyReply, total: number): void {
  reply.header('x-total-count', total);
}

const TOTAL = {
  'X-Total-Count': { type: 'integer', description: 'How many rows there are on all pages.' },
};

// Answers as they are registered: one object a call, so that its serializer is made once a process.
const ANSWERS = Object.fromEntries(
  Object.entries(api).map(([name, call]) => [
    name,
    'isPaged' in call ? { ...call.answer, headers: TOTAL } : call.answer,
  ]),
);

function registerCall<N extends CallName>(app: FastifyInstance, name: N, handler: Handler<N>): void {
  const call = api[name];
  const { needs } = call;
  const [method, url] = name.split(' ') as ['GET' | 'POST', string];
  app.route({
    method,
    url: url.replace(/\{(\w+)\}/g, ':$1'),
    constraints: { application: call.host },
    // before the body is read, so that a refused caller learns nothing about its validation
    onRequest: [
      // a traveller's read is counted before its session is looked up, because that asks the database
      ...((method === 'POST' && (call.host === 'public' || needs === 'nothing')) ||
      needs === 'traveller' ||
      'isLimited' in call
        ? [app.limitPublic]
        : []),
      ...(needs === 'traveller' ? [app.travellers.admit] : []),
      ...(needs !== 'nothing' && needs !== 'traveller'
        ? [(request: FastifyRequest) => app.sessions.admit(request, { ...call, needs })]
        : []),
    ],
    ...(method === 'POST' &&
      !('isRead' in call || 'keepsAnswer' in call) && {
        preHandler: (request, reply) => app.outcomes.claim(request, reply),
        onSend: (request, reply, payload) => app.outcomes.store(request, reply, payload),
      }),
    ...('maxBytes' in call && { bodyLimit: call.maxBytes }),
    schema: {
      summary: call.summary,
      ...('body' in call && { body: call.body }),
      ...('query' in call && { querystring: call.query }),
      ...('params' in call && { params: call.params }),
      response: { [call.status]: ANSWERS[name] },
    },
    handler(request, reply) {
      reply.code(call.status);
      // Fastify has validated the request by the schemas of this call
      return handler(request as unknown as CallRequest<N>, reply);
    },
  });
}
