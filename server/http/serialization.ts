import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';

const compiled = new WeakMap<TSchema, (answer: unknown) => string>();

/** Compiled once a schema (decision 005). */
export function compileSerializer({ schema }: { schema: TSchema }): (answer: unknown) => string {
  const serialize = compiled.get(schema) ?? fastJsonStringify(schema);
  compiled.set(schema, serialize);
  return serialize;
}
