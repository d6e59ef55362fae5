import type { FastifyError, FastifyInstance } from 'fastify';
import { PICTURE_TOO_LARGE } from '#domain/pictures/picture.ts';
import { HttpError } from './http-error.ts';

const MIB = 1024 * 1024;
/**
 * Bytes of an oversized file that are read and dropped, because a browser shows the answer only after
 * sending the whole file. Beyond them the connection closes.
 */
const DROPPED = 32 * MIB;
const RETRY_SECONDS = 5;

/**
 * Routes whose body is a file of these types, JSON excluded, with a size limit of their own. The body is
 * read after the permissions.
 */
export function registerUpload(
  app: FastifyInstance,
  { types, maxBytes, typeMessage }: { types: readonly string[]; maxBytes: number; typeMessage: string },
  registerRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(
      [...types],
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    );
    scope.addContentTypeParser('*', (_request, _body, done) => done(ofWrongType(typeMessage)));
    scope.addHook('preValidation', async ({ body }) => {
      // no parser runs without a type or a body
      if (!Buffer.isBuffer(body)) throw ofWrongType(typeMessage);
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
