import { type Draft, findWrong } from '#domain/validation/draft.ts';
import { HttpError } from './http-error.ts';

export function checkDraft<D extends object, V extends D>(draft: Draft<D>, values: V): V {
  for (const wrong of Object.values<{ code: string; message: string } | undefined>(
    findWrong(draft, values),
  )) {
    if (wrong) throw new HttpError(400, wrong.code, wrong.message);
  }
  return values;
}
