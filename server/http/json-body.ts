import type { FastifyInstance } from 'fastify';
import { parseDecimal } from '#domain/money/decimal.ts';
import { HttpError } from './http-error.ts';

/**
 * JSON parser that refuses numbers of more than 15 digits, which a double would silently change (contract
 * 2).
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (LONG_NUMBER.test(body) && hasInexactNumber(body)) {
      const sentence = 'Un nombre compte plus de 15 chiffres. Il ne peut pas être lu exactement.';
      return done(new HttpError(400, 'inexact_number', sentence));
    }
    return parse(request, body, done);
  });
}

// matches inside strings, too; the exact check below decides
const LONG_NUMBER = /[\d.]{16}/;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

function hasInexactNumber(body: string): boolean {
  let inexact = false;
  const inspect: Reviver = (_key, value, { source }) => {
    if (typeof value === 'number' && source !== undefined && !parseDecimal(source)) inexact = true;
    return value;
  };
  try {
    // ES2026 passes the source text to the reviver, which the type library lacks
    JSON.parse(body, inspect as (key: string, value: unknown) => unknown);
  } catch {
    // the default parser reports invalid JSON
  }
  return inexact;
}
