import type { FastifyInstance } from 'fastify';
import { parseDecimal } from '#domain/money/decimal.ts';
import { HttpError } from './http-error.ts';

/**
 * JSON whose numbers are what their text says: a number of more than 15 digits would silently become
 * another one as a double, and is refused instead (contract 2).
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (LONG_NUMBER.test(body) && hasInexactNumber(body)) {
      const sentence = 'Un nombre compte plus de 15 chiffres : il ne peut pas être lu exactement.';
      return done(new HttpError(400, 'inexact_number', sentence));
    }
    return parse(request, body, done);
  });
}

// Also met inside strings; then the careful reading below says that all is well.
const LONG_NUMBER = /[\d.]{16}/;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

function hasInexactNumber(body: string): boolean {
  let inexact = false;
  const inspect: Reviver = (_key, value, { source }) => {
    if (typeof value === 'number' && source !== undefined && !parseDecimal(source)) inexact = true;
    return value;
  };
  try {
    // ES2026 hands the source text to the reviver; the type library does not say so yet
    JSON.parse(body, inspect as (key: string, value: unknown) => unknown);
  } catch {
    // not JSON: the parser that follows says it
  }
  return inexact;
}
