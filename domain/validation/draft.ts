import type { Static, TObject, TSchema } from 'typebox';

export type ValidationError = { readonly code: string; readonly message: string };

/** Rule of a value, which may depend on the other values. */
export type Rule<T, V> = (value: T, values: V) => ValidationError | undefined;

/** Schema and further rules of a form. Form and server share them, so that each sentence is written once. */
export type Draft<V extends object> = {
  schema: TObject;
  rules: { readonly [F in keyof V]?: Rule<V[F], V> };
};

export function draftOf<S extends TObject>(schema: S, rules: Draft<Static<S>>['rules']): Draft<Static<S>> {
  return { schema, rules };
}

export function validateDraft<V extends object>(
  { schema, rules }: Draft<V>,
  values: V,
): { [F in keyof V]?: ValidationError } {
  const errors: { [F in keyof V]?: ValidationError } = {};
  // the schema has no fields beyond V
  for (const field of Object.keys(schema.properties) as (keyof V & string)[]) {
    const value = values[field];
    const error = tooLong(value, maxLengthOf(schema, field)) ?? rules[field]?.(value, values);
    if (error) errors[field] = error;
  }
  return errors;
}

/** UTF-16 units, as browsers count. undefined: no limit. */
export function maxLengthOf({ properties }: TObject, field: string): number | undefined {
  const { maxLength }: TSchema & { maxLength?: number } = properties[field] ?? {};
  return maxLength;
}

function tooLong(value: unknown, limit: number | undefined): ValidationError | undefined {
  if (typeof value !== 'string' || limit === undefined || value.length <= limit) return undefined;
  return { code: 'too_long', message: `${limit} caractères au plus.` };
}
