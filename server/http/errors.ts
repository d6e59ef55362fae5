import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '#domain/api.ts';
import type { Config } from '../config.ts';
import { isDatabaseAway, isDatabaseBusy } from '../db/away.ts';
import { nameOfField } from './field-names.ts';
import { escaped, sendHousePage, wantsPage } from './house-page.ts';
import { databaseAway, HttpError } from './http-error.ts';
import { NOT_FOUND } from './not-found.ts';
import { API_HEADERS } from './security-headers.ts';

const INTERNAL: ApiError = {
  message: 'Une erreur est survenue de notre côté. Réessayez dans un instant.',
  code: 'internal_error',
};
const FRAMEWORK: Record<string, { status: number } & ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    message: 'L’envoi est trop volumineux : 64 Kio au plus.',
    code: 'body_too_large',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    message: 'L’envoi doit être au format JSON (application/json).',
    code: 'unsupported_media_type',
  },
  // PostgreSQL text cannot hold the null character of JSON
  '22021': {
    status: 400,
    message: 'Un texte contient un caractère nul, qui ne peut pas être lu.',
    code: 'null_character',
  },
};
const UNREADABLE: (typeof FRAMEWORK)[string] = {
  status: 400,
  message: 'Un texte contient un caractère qui ne peut pas être lu.',
  code: 'unreadable_character',
};
export const BAD_ADDRESS: ApiError = { message: 'Cette adresse est mal écrite.', code: 'bad_address' };
const NOT_JSON: ApiError = { message: 'L’envoi n’est pas du JSON valide.', code: 'invalid_json' };

/** Errors leave as `{ message, code }` with a French sentence, never a stack, SQL or path (contract 3). */
export function registerErrors(app: FastifyInstance, config: Config): void {
  const send = (request: FastifyRequest, reply: FastifyReply, error: HttpError) =>
    wantsPage(request) ? sendPage(reply, config, error) : refuse(reply, error);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof HttpError) return send(request, reply, error);
    if (error.validation) {
      return reply.code(400).send({ message: validationSentence(error), code: 'invalid_body' });
    }
    const known = FRAMEWORK[error.code] ?? (isUnreadable(error) ? UNREADABLE : undefined);
    if (known) return reply.code(known.status).send({ message: known.message, code: known.code });
    if (isDatabaseBusy(error)) {
      request.log.warn({ reqId: request.id }, 'every connection to the database is in use');
      return send(request, reply, databaseBusy());
    }
    if (isDatabaseAway(error)) {
      request.log.warn({ reqId: request.id, reason: error.message }, 'the database is away');
      return send(request, reply, databaseAway());
    }
    const status = error.statusCode ?? 500;
    // paths that lead out of the public files answer like missing files
    if (status === 403) return reply.callNotFound();
    if (status === 400) return reply.code(400).send(NOT_JSON);
    if (status >= 400 && status < 500) {
      return reply
        .code(status)
        .send({ message: 'La requête ne peut pas être traitée.', code: 'bad_request' });
    }
    request.log.error({ reqId: request.id, err: error }, 'a request failed');
    return send(request, reply, new HttpError(500, INTERNAL.code, INTERNAL.message));
  });
}

const TITLES: Record<number, string> = {
  404: 'Cette page n’existe pas',
  429: 'Beaucoup de demandes à la fois',
  503: 'Revenez dans un instant',
};

// Error of a page, for a browser.
function sendPage(
  reply: FastifyReply,
  config: Config,
  { status, message, retryAfter }: HttpError,
): FastifyReply {
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  const title = TITLES[status] ?? 'Cette page ne peut pas être affichée';
  const main = `<h1>${title}</h1>
      <p>${escaped(message)}</p>
      <p class="ways"><a href="/">Aller à l’accueil</a></p>`;
  const picture = status === 404 ? 'not-found' : 'error';
  return sendHousePage(reply.code(status), config, { title, picture, main });
}

function refuse(reply: FastifyReply, error: HttpError): FastifyReply {
  const { status, code, message, retryAfter, details } = error;
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  return reply.code(status).send({ message, code, ...details });
}

function databaseBusy(): HttpError {
  const sentence = 'Beaucoup de demandes arrivent en même temps. Réessayez dans quelques secondes.';
  // seconds, about as long as the request waited for a connection
  return new HttpError(503, 'busy', sentence, { retryAfter: 2 });
}

/**
 * Answers addresses that the router refuses before any route. No hook has run, so headers are set here; the
 * framework's sentence would repeat the address.
 */
export function answerBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const { code, message } = isTooLong ? NOT_FOUND : BAD_ADDRESS;
  const refusal = new HttpError(isTooLong ? 404 : 400, code, message);
  reply.headers(API_HEADERS);
  if (wantsPage(request)) sendPage(reply, config, refusal);
  else refuse(reply, refusal);
}

/**
 * PostgreSQL's refusal of JSON with a null character or half a surrogate pair. Any other 22P02 is our own
 * fault.
 */
function isUnreadable({ code, message }: FastifyError): boolean {
  return code === '22P05' || (code === '22P02' && message.includes('json'));
}

function validationSentence(error: FastifyError): string {
  const [first] = error.validation ?? [];
  const missing = first?.params.requiredProperties ?? first?.params.missingProperty;
  const parent = (first?.instancePath ?? '').split('/').filter(Boolean);
  const field = nameOfField([
    ...parent,
    ...(Array.isArray(missing) ? missing.slice(0, 1) : missing ? [missing] : []),
  ]);
  const where = { body: 'L’envoi', querystring: 'L’adresse', params: 'L’adresse', headers: 'L’en-tête' }[
    error.validationContext ?? 'body'
  ];
  if (field === undefined) return `${where} n’a pas la forme attendue.`;
  return missing ? `Le champ « ${field} » manque.` : `Le champ « ${field} » n’a pas la forme attendue.`;
}
