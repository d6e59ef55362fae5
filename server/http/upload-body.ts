import type { FastifyError, FastifyInstance } from 'fastify';
import { PICTURE_TOO_LARGE } from '#domain/pictures/picture.ts';
import { HttpError } from './http-error.ts';

const MIB = 1024 * 1024;
/**
 * A browser shows the answer only once it has sent the whole file: so many bytes of one that is too large are read and
 * dropped, beyond that the connection is closed.
 */
const DROPPED = 32 * MIB;
/** When to come back if too many files wait to be decoded. */
const RETRY_SECONDS = 5;

/**
 * Routes whose body is a file: these types and no other, JSON included, and a limit of their own. It is read
 * after permissions, as any body is.
 */
export function registerUpload(
  app: FastifyInstance,
  { types, maxBytes, wrongType }: { types: readonly string[]; maxBytes: number; wrongType: string },
  registerRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(
      [...types],
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    );
    scope.addContentTypeParser('*', (_request, _body, done) => done(ofWrongType(wrongType)));
    scope.addHook('preValidation', async ({ body }) => {
      // without a type or a body no parser was asked
      if (!Buffer.isBuffer(body)) throw ofWrongType(wrongType);
    });
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error instanceof HttpError && error.status === 503) reply.header('retry-after', RETRY_SECONDS);
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      if (Number(request.headers['content-length']) <= DROPPED) reply.removeHeader('connection');
      throw new HttpError(413, 'body_too_large', PICTURE_TOO_LARGE);
    });
    registerRoutes(scope);
  });
}

function ofWrongType(sentence: string): HttpError {
  return new HttpError(415, 'unsupported_media_type', sentence);
}
