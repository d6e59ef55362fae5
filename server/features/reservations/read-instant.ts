import { nameOfField } from '../../http/field-names.ts';
import { HttpError } from '../../http/http-error.ts';

/** An instant that somebody chose or was shown; or an HttpError: a schema lets a second 60 through, which is none. */
export function readInstant(text: string, field: 'pickup_at' | 'updated_at' | 'from' | 'to'): Date {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  throw new HttpError(400, 'invalid_body', `Le champ « ${nameOfField([field])} » n’a pas la forme attendue.`);
}
