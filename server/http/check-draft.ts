import { type Draft, validateDraft } from '#domain/validation/draft.ts';
import { HttpError } from './http-error.ts';

export function checkDraft<D extends object, V extends D>(draft: Draft<D>, values: V): V {
  for (const error of Object.values<{ code: string; message: string } | undefined>(
    validateDraft(draft, values),
  )) {
    if (error) throw new HttpError(400, error.code, error.message);
  }
  return values;
}
