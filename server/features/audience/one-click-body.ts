import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../http-error.ts';

const BODY_LIMIT = 2_048;

/**
 * The bodies of calls whose address says it all: none from our page, and the form of RFC 8058 from a mail
 * provider, in the two types that a form can have. In this scope alone.
 */
export function registerOneClickBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const limit = { parseAs: 'buffer', bodyLimit: BODY_LIMIT } as const;
  scope.addContentTypeParser('application/json', limit, async () => undefined);
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    limit,
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => null);
      if (form?.get('List-Unsubscribe') === 'One-Click') return undefined;
      throw new HttpError(400, 'invalid_body', 'L’envoi n’a pas la forme attendue.');
    },
  );
}
