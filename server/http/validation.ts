import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

type Properties = Readonly<Record<string, { type?: unknown }>>;

/**
 * Depth beyond every schema. Comparing entries of a list would otherwise recurse to the end of a hostile
 * body.
 */
const DEEPEST = 32;

const compiled = new WeakMap<TSchema, Validator>();

/**
 * Validator of the schemas of domain/api.ts. A whole number of an address is read from its digits alone, so
 * that `?page=1.5` is an error and not 1.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  const { properties = {} } = schema as { properties?: Properties };
  return (sent: unknown) => {
    if (isDeeper(sent, DEEPEST)) return { error: [] as unknown as Error };
    const value = httpPart === 'body' ? sent : readIntegers(sent, properties);
    return validator.Check(value) ? { value } : { error: validator.Errors(value) as unknown as Error };
  };
};

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((entry) => isDeeper(entry, most - 1));
}

function readIntegers(sent: unknown, properties: Properties): unknown {
  return Object.fromEntries(
    Object.entries(sent as Record<string, unknown>).map(([name, text]) => {
      const isInteger = properties[name]?.type === 'integer';
      return [name, isInteger && typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : text];
    }),
  );
}
