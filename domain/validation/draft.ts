import type { Static, TObject, TSchema } from 'typebox';

/** What is wrong with a value: a sentence for a person, a code for a program. */
export type Wrong = { readonly code: string; readonly message: string };

/** Says what is wrong with a value, which may depend on what was typed beside it. */
export type Rule<T, V> = (value: T, values: V) => Wrong | undefined;

/**
 * What people fill in. The schema says its shape, the rules what no schema says; the form and the server ask both,
 * and every sentence is written once.
 */
export type Draft<V extends object> = {
  schema: TObject;
  rules: { readonly [F in keyof V]?: Rule<V[F], V> };
};

export function draftOf<S extends TObject>(schema: S, rules: Draft<Static<S>>['rules']): Draft<Static<S>> {
  return { schema, rules };
}

/** By field, in the order of the schema, the first thing that is wrong with it. */
export function findWrong<V extends object>(
  { schema, rules }: Draft<V>,
  values: V,
): { [F in keyof V]?: Wrong } {
  const found: { [F in keyof V]?: Wrong } = {};
  // the schema is of V: it has no other fields
  for (const field of Object.keys(schema.properties) as (keyof V & string)[]) {
    const value = values[field];
    const wrong = tooLong(value, maxLengthOf(schema, field)) ?? rules[field]?.(value, values);
    if (wrong) found[field] = wrong;
  }
  return found;
}

/** In UTF-16 units, as a browser counts what is typed; undefined where the schema sets no limit. */
export function maxLengthOf({ properties }: TObject, field: string): number | undefined {
  const { maxLength }: TSchema & { maxLength?: number } = properties[field] ?? {};
  return maxLength;
}

function tooLong(value: unknown, limit: number | undefined): Wrong | undefined {
  if (typeof value !== 'string' || limit === undefined || value.length <= limit) return undefined;
  return { code: 'too_long', message: `${limit} caractères au plus.` };
}
