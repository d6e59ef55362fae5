import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';

/** Part of JSON Schema that the calls of domain/api.ts use. */
type Shape = {
  type?: string;
  const?: unknown;
  anyOf?: readonly Shape[];
  properties?: Record<string, Shape>;
  required?: readonly string[];
  items?: Shape;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};

/** Valid values by field name, without which no request would pass the first check. */
export type Known = Readonly<Record<string, Arbitrary<unknown>>>;

/** Texts that have broken programs before. */
export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\ufeff',
  '\u202eevil',
  'e\u0301'.repeat(60),
  'é'.repeat(256),
  '𝒳'.repeat(128),
  '\r\nSet-Cookie: session=x',
  '\n',
  '\u2028',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  "\\'; SELECT pg_sleep(5); --",
  '$$; DELETE FROM users; $$',
  '%',
  '_%_',
  '\\',
  '/**/',
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that a template engine would run
  '${7*7}{{7*7}}#{7*7}',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '99999999999999999999',
  '-1',
  'null',
  'true',
  '[]',
  '{}',
  'javascript:alert(1)',
  'https://\u0430pple.example',
];

const NASTY_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-7,
  1e-300,
  5e-324,
  1e21,
  1e300,
  1.7976931348623157e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 31) - 1,
  -(2 ** 63),
  10_000_000,
  10_000_000.01,
  9_999_999.99999999,
  123456789.123456,
];

/** Any code point except surrogates. fast-check's own `binary` takes a second to build in each process. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 400 }) },
);
const number = fc.oneof(
  fc.constantFrom(...NASTY_NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Any JSON, of any shape. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(text, fc.oneof(text, number), { maxKeys: 4 }),
);

/** Values that pass the schema, known values among them. */
export function validOf(schema: TSchema | Shape, known: Known, name = ''): Arbitrary<unknown> {
  // a schema of TypeBox is a JSON Schema
  const shape = schema as Shape;
  const value = bySchema(shape, known, name);
  // values known by an object's name are for its fields; those for the whole object are under 'passkey{}'
  // booleans are left out, since a name that means an amount elsewhere may be a choice here
  const passing = shape.type === 'boolean' ? undefined : known[shape.type === 'object' ? `${name}{}` : name];
  return passing ? fc.oneof({ weight: 12, arbitrary: passing }, { weight: 1, arbitrary: value }) : value;
}

function bySchema(shape: Shape, known: Known, name: string): Arbitrary<unknown> {
  if ('const' in shape) return fc.constant(shape.const);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => validOf(one, known, name)));
  switch (shape.type) {
    case 'string':
      return shape.pattern === undefined ? boundedText(shape) : textMatching(shape.pattern);
    case 'integer':
      return boundedNumber(shape).map(Math.trunc);
    case 'number':
      return boundedNumber(shape);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validOf(shape.items ?? {}, known, name), {
        maxLength: Math.min(shape.maxItems ?? 5, 5),
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(shape.properties ?? {}).map(([key, one]) => [key, validOf(one, known, key)]),
        ),
        { requiredKeys: [...(shape.required ?? [])] },
      );
    default:
      return anyJson;
  }
}

/** Arbitraries by pattern, cached because each takes milliseconds to build. */
const matching = new Map<string, Arbitrary<string>>();

function textMatching(pattern: string): Arbitrary<string> {
  const known = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matching.set(pattern, known);
  return known;
}

function boundedText({ minLength = 0, maxLength = 400 }: Shape): Arbitrary<string> {
  return text.map((value) => [...value.padEnd(minLength, 'x')].slice(0, maxLength).join(''));
}

function boundedNumber({
  minimum = -Number.MAX_VALUE,
  maximum = Number.MAX_VALUE,
}: Shape): Arbitrary<number> {
  return number.map((value) => Math.min(maximum, Math.max(minimum, value)));
}

/** A value that passes, with one thing changed: a part replaced, taken away or added. */
export function nearlyOf(valid: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat(), fc.constantFrom('replace', 'remove', 'add'), anyJson, text)
    .map(([value, at, how, other, key]) => {
      const copy = structuredClone(value);
      const places = placesOf(copy);
      const place = places[at % Math.max(1, places.length)];
      if (!place) return other;
      if (how === 'replace') set(place.holder, place.key, other);
      else if (how === 'remove') delete place.holder[place.key];
      else set(place.holder, key, other);
      return copy;
    });
}

type Place = { holder: Record<string, unknown>; key: string };

function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])]);
}

/** Sets an own property, even one named __proto__. The length of a list is left alone. */
function set(holder: Record<string, unknown>, key: string, value: unknown): void {
  if (Array.isArray(holder) && key === 'length') return;
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
