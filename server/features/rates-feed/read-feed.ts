import { XMLParser } from 'fast-xml-parser';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ECB, FEED_BASE, type Feed } from '#domain/rates-feed/feed.ts';
import { FeedFailure } from './feed-failure.ts';

const UNKNOWN_FORMAT =
  'Le contenu reçu est abîmé, ou diffère du XML de la Banque centrale européenne et du JSON attendu.';
const OTHER_BASE = 'Les taux reçus ne sont pas exprimés pour 1 euro.';

const RateCube = Type.Object({ currency: Type.String(), rate: Type.String() });
const DayCube = Type.Object({ time: Type.String(), Cube: Type.Array(Type.Unknown()) });
const Envelope = Type.Object({
  Envelope: Type.Object({ Cube: Type.Array(Type.Object({ Cube: Type.Array(Type.Unknown()) })) }),
});
const Daily = Type.Object({ date: Type.String() });

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

/** Parses either format. Throws a FeedFailure for other texts. */
export function readFeed(text: string): Feed {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content === '') throw new FeedFailure('Le contenu reçu est vide.');
  return content.startsWith('<') ? readXml(content) : readJson(content);
}

/** European Central Bank: Envelope > Cube > Cube time > Cube currency rate. */
function readXml(content: string): Feed {
  // a document type declares entities, which no feed of rates needs
  if (/<!(DOCTYPE|ENTITY)/i.test(content)) throw new FeedFailure(UNKNOWN_FORMAT);
  const { Envelope: envelope } = checkShape(Envelope, () => xml.parse(content, true));
  const days = envelope.Cube.flatMap(({ Cube }) => Cube)
    .filter((cube) => Value.Check(DayCube, cube))
    .toSorted((a, b) => (a.time < b.time ? 1 : -1));
  const [newest] = days;
  if (!newest) throw new FeedFailure(UNKNOWN_FORMAT);
  const rates = newest.Cube.filter((cube) => Value.Check(RateCube, cube));
  return { day: newest.time, source: ECB, rates: byCode(rates.map((cube) => [cube.currency, cube.rate])) };
}

/** `{ "date": "2026-09-29", "eur": { "usd": 1.136, ... } }` */
function readJson(content: string): Feed {
  const feed = checkShape(Daily, () => JSON.parse(content, reviveDigits as Reviver));
  const { [FEED_BASE.toLowerCase()]: rates, ...others } = feed as Record<string, unknown>;
  if (!isRecord(rates)) {
    throw new FeedFailure(Object.values(others).some(isRecord) ? OTHER_BASE : UNKNOWN_FORMAT);
  }
  const written = Object.entries(rates).map(([code, rate]): [string, string] => [
    code,
    rate instanceof Digits ? rate.text : JSON.stringify(rate),
  ]);
  return { day: feed.date, source: null, rates: byCode(written) };
}

function byCode(rates: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map(
    rates.filter(([code]) => /^[a-z]{3}$/i.test(code)).map(([code, rate]) => [code.toUpperCase(), rate]),
  );
}

/** JSON number as text, so that no rate passes through a binary float. */
class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown) => unknown;

// the third argument is ECMAScript's own, and later than the library that TypeScript reads here
function reviveDigits(_key: string, value: unknown, context: { source: string }): unknown {
  return typeof value === 'number' ? new Digits(context.source) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits);
}

function checkShape<Schema extends ReturnType<typeof Type.Object>>(
  schema: Schema,
  parse: () => unknown,
): Static<Schema> {
  let value: unknown;
  try {
    value = parse();
  } catch {
    throw new FeedFailure(UNKNOWN_FORMAT);
  }
  if (!Value.Check(schema, value)) throw new FeedFailure(UNKNOWN_FORMAT);
  return value;
}
