import { nameOfField } from '../../http/field-names.ts';
import { HttpError } from '../../http/http-error.ts';

/** Instant of a request, or an HttpError. Schemas accept a leap second, which is not one. */
export function readInstant(text: string, field: 'pickup_at' | 'updated_at' | 'from' | 'to'): Date {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  throw new HttpError(400, 'invalid_body', `Le champ « ${nameOfField([field])} » n’a pas la forme attendue.`);
}
